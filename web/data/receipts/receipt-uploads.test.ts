import { describe, expect, it } from 'vitest'
import { AppError } from '#domain/errors.ts'
import type { Receipt } from '#domain/plan/costs.ts'
import { type ReceiptTransport, ReceiptUploads } from './receipt-uploads.ts'

const photo = (name = 'dinner.png') => new File(['x'], name, { type: 'image/png' })

function open(changed: Partial<ReceiptTransport> = {}) {
  const added: Receipt[] = []
  const sent: string[] = []
  const transport: ReceiptTransport = {
    prepare: async (file) => file,
    upload: async (id, file, { onProgress }) => {
      sent.push(id)
      onProgress(0.5)
      return { id, file_name: file.name }
    },
    isOnline: () => true,
    ...changed,
  }
  const uploads = new ReceiptUploads(transport, (receipt) => added.push(receipt))
  return { uploads, added, sent }
}

describe('receipts that are being added', () => {
  it('are handed over once the server has their files, in the order in which they were chosen', async () => {
    const { uploads, added } = open()
    const seen: string[] = []
    uploads.subscribe(() =>
      seen.push(
        uploads
          .getSnapshot()
          .map((one) => (one.state === 'sending' ? one.percent : one.state))
          .join(),
      ),
    )
    await uploads.add([photo('a.png'), photo('b.png')])
    expect(added.map(({ file_name }) => file_name)).toEqual(['a.png', 'b.png'])
    expect(uploads.getSnapshot()).toEqual([])
    expect(seen).toEqual(['waiting,waiting', '0,waiting', '50,waiting', 'waiting', '0', '50', ''])
  })

  it('keep their id when an upload is retried', async () => {
    const ids: string[] = []
    const { uploads, added } = open({
      upload: async (id, file) => {
        ids.push(id)
        if (ids.length === 1) throw new AppError('unreachable')
        return { id, file_name: file.name }
      },
    })
    await uploads.add([photo()])
    expect(uploads.getSnapshot()).toMatchObject([{ state: 'failed', canRetry: true }])
    expect(added).toEqual([])
    await uploads.retry(ids[0] ?? '')
    expect(added).toEqual([{ id: ids[0], file_name: 'dinner.png' }])
    expect(ids[1]).toBe(ids[0])
  })

  it('say that this device is offline, and go on with the next', async () => {
    let isOnline = false
    const { uploads, added } = open({
      isOnline: () => isOnline,
      upload: async (id, file) => {
        if (!isOnline) throw new AppError('unreachable')
        return { id, file_name: file.name }
      },
    })
    await uploads.add([photo('a.png')])
    const [failed] = uploads.getSnapshot()
    expect(failed).toMatchObject({
      state: 'failed',
      message: 'You’re offline. Save the expense now, and add the receipt when you’re back online.',
    })
    isOnline = true
    await uploads.add([photo('b.png')])
    expect(added.map(({ file_name }) => file_name)).toEqual(['b.png'])
    await uploads.retry(failed?.id ?? '')
    expect(added.map(({ file_name }) => file_name)).toEqual(['b.png', 'a.png'])
  })

  it('cannot be retried if the file itself is refused, and disappear with the next choice', async () => {
    const { uploads, sent } = open({
      prepare: async (file) => {
        if (file.name === 'a.gif') throw new AppError('document_type_refused')
        return file
      },
    })
    await uploads.add([photo('a.gif')])
    expect(uploads.getSnapshot()).toMatchObject([
      { state: 'failed', canRetry: false, message: 'Only PDF, JPEG, and PNG files are allowed' },
    ])
    expect(sent).toEqual([])
    await uploads.add([photo()])
    expect(uploads.getSnapshot()).toEqual([])
  })

  it('have a sentence for failures without one', async () => {
    const { uploads } = open({ upload: () => Promise.reject(new Error('Unexpected')) })
    await uploads.add([photo()])
    expect(uploads.getSnapshot()).toMatchObject([
      { message: 'We couldn’t upload the receipt. Please try again.', canRetry: true },
    ])
  })

  it.each(['cancel', 'close'] as const)('are not handed over after %s', async (end) => {
    const { uploads, added } = open({
      upload: (_id, _file, { signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    })
    const done = uploads.add([photo()])
    await expect.poll(() => uploads.getSnapshot()).toMatchObject([{ state: 'sending' }])
    // Until the upload has begun.
    await new Promise((resolve) => setTimeout(resolve))
    if (end === 'cancel') uploads.cancel(uploads.getSnapshot()[0]?.id ?? '')
    else uploads.close()
    await done
    expect(uploads.getSnapshot()).toEqual([])
    expect(added).toEqual([])
  })
})

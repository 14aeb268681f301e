import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DOCUMENT_MAX_BYTES, type TravelDocument } from '#domain/documents.ts'
import { AppError } from '#domain/errors.ts'
import { DocumentStore, type DocumentTransport } from './document-store.ts'

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const documentOf = (n: number, documentId = id(n)): TravelDocument => ({
  id: documentId,
  trip_id: id(9),
  file_name: `pass-${n}.pdf`,
  file_url: `/files/travel-documents/${id(9)}/${n}.pdf`,
  file_type: 'pdf',
  description: `Travel document: pass-${n}.pdf`,
  uploaded_at: `2031-05-0${n}T12:00:00.000Z`,
})
const file = (name = 'pass.pdf', type = 'application/pdf', size = 3): File => ({ name, type, size }) as File

type Options = Parameters<DocumentTransport['upload']>[2]

/** A server that answers when the test says so. */
class Server implements DocumentTransport {
  readonly uploads: {
    id: string
    file: File
    options: Options
    answer: (document: TravelDocument) => void
    fail: (why: unknown) => void
  }[] = []
  readonly removed: string[] = []
  removing: () => Promise<void> = async () => {}

  upload: DocumentTransport['upload'] = (documentId, sent, options) =>
    new Promise((answer, fail) => {
      this.uploads.push({ id: documentId, file: sent, options, answer, fail })
    })
  remove: DocumentTransport['remove'] = async (documentId) => {
    this.removed.push(documentId)
    await this.removing()
  }
  get last() {
    const upload = this.uploads.at(-1)
    if (!upload) throw new Error('Nothing was uploaded')
    return upload
  }
}

let server: Server
let store: DocumentStore
const shown = () => store.getSnapshot()
const names = () => shown().list.map(({ file_name }) => file_name)
let logged: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  server = new Server()
  store = new DocumentStore([documentOf(2), documentOf(1)], server)
})
afterEach(() => vi.restoreAllMocks())

describe('an upload', () => {
  it('DOCS-5, CALL-DATA-43 says how far it is, and puts the stored document at the top of the list', async () => {
    const heard = vi.fn()
    const end = store.subscribe(heard)
    const done = store.add(file('new.pdf'))
    expect(shown().upload).toEqual({ state: 'sending', fileName: 'new.pdf', percent: 0 })
    expect(store.isUploading()).toBe(true)
    server.last.options.onProgress(0.456)
    expect(shown().upload).toEqual({ state: 'sending', fileName: 'new.pdf', percent: 46 })
    server.last.answer(documentOf(3, server.last.id))
    await done
    expect(names()).toEqual(['pass-3.pdf', 'pass-2.pdf', 'pass-1.pdf'])
    expect(shown().upload).toBeUndefined()
    expect(store.isUploading()).toBe(false)
    expect(heard).toHaveBeenCalled()
    heard.mockClear()
    end()
    void store.add(file())
    expect(heard).not.toHaveBeenCalled()
  })

  it.each([
    ['notes.txt', 'text/plain', 3, 'Only PDF, JPEG, and PNG files are allowed'],
    ['drawing.svg', 'image/svg+xml', DOCUMENT_MAX_BYTES + 1, 'Only PDF, JPEG, and PNG files are allowed'],
    ['unknown', '', 3, 'Only PDF, JPEG, and PNG files are allowed'],
    ['large.pdf', 'application/pdf', DOCUMENT_MAX_BYTES + 1, 'File size must be less than 10MB'],
    ['empty.png', 'image/png', 0, 'This file is empty.'],
  ])('VALID-14, VALID-15, VALID-20, VALID-21 of %s sends nothing, and is not offered again', async (name, type, size, message) => {
    await store.add(file(name, type, size))
    expect(server.uploads).toEqual([])
    expect(shown().upload).toEqual({ state: 'failed', fileName: name, message, canRetry: false })
    expect(store.isUploading()).toBe(false)
  })

  it.each(['application/pdf', 'image/jpeg', 'image/png', 'image/jpg'])(
    'VALID-14, VALID-16..19, CONST-3 of %s and of exactly 10 MB is sent',
    (type) => {
      void store.add(file('large', type, DOCUMENT_MAX_BYTES))
      expect(server.uploads).toHaveLength(1)
    },
  )

  it('ERR-23, ERR-39, ERR-40 that fails says why, and is tried again with the same file under the same id', async () => {
    const chosen = file('again.pdf')
    const first = store.add(chosen)
    server.last.fail(new AppError('storage_full', 'The server has no room left for files.'))
    await first
    expect(shown().upload).toEqual({
      state: 'failed',
      fileName: 'again.pdf',
      message: 'The server has no room left for files.',
      canRetry: true,
    })
    const second = store.retry()
    expect(shown().upload).toMatchObject({ state: 'sending', percent: 0 })
    expect(server.uploads[1]).toMatchObject({ id: server.uploads[0]?.id, file: chosen })
    // No words came with it.
    server.last.fail(new AppError('internal_error', ''))
    await second
    expect(shown().upload).toMatchObject({ message: 'Failed to upload document', canRetry: true })
    const third = store.retry()
    server.last.fail(new TypeError('The file is gone'))
    await third
    expect(shown().upload).toMatchObject({ message: 'Failed to upload document' })
    const fourth = store.retry()
    server.last.answer(documentOf(3, server.last.id))
    await fourth
    expect(names()).toEqual(['pass-3.pdf', 'pass-2.pdf', 'pass-1.pdf'])
    await store.retry()
    expect(server.uploads).toHaveLength(4)
  })

  it('that the server refuses for what the file is, is not offered again', async () => {
    const done = store.add(file('script.pdf'))
    server.last.fail(new AppError('document_type_refused'))
    await done
    expect(shown().upload).toMatchObject({ message: 'Only PDF, JPEG, and PNG files are allowed', canRetry: false })
    store.cancel()
    expect(shown().upload).toBeUndefined()
  })

  it('waits for the one that is under way, and is another one after it', async () => {
    const first = store.add(file('one.pdf'))
    await store.add(file('two.pdf'))
    await store.retry()
    expect(server.uploads).toHaveLength(1)
    server.last.answer(documentOf(3, server.last.id))
    await first
    void store.add(file('two.pdf'))
    expect(server.uploads).toHaveLength(2)
    expect(server.uploads[1]?.id).not.toBe(server.uploads[0]?.id)
  })

  it('that is cancelled is broken off, and changes nothing whatever it still answers', async () => {
    const done = store.add(file())
    const { options, answer, id: cancelled } = server.last
    store.cancel()
    expect(options.signal.aborted).toBe(true)
    expect(shown().upload).toBeUndefined()
    const other = store.add(file('other.pdf'))
    answer(documentOf(3, cancelled))
    await done
    expect(names()).toEqual(['pass-2.pdf', 'pass-1.pdf'])
    expect(shown().upload).toMatchObject({ state: 'sending', fileName: 'other.pdf' })
    server.last.fail(new AppError('unreachable'))
    await other
    store.cancel()
    await store.retry()
    expect(server.uploads).toHaveLength(2)
    void store.add(file())
    store.close()
    expect(server.last.options.signal.aborted).toBe(true)
  })
})

describe('a deletion', () => {
  it('DOCS-14 takes the document out of the list once the server has deleted it', async () => {
    let finish = () => {}
    server.removing = () =>
      new Promise((resolve) => {
        finish = resolve
      })
    const done = store.remove(id(2))
    expect(server.removed).toEqual([id(2)])
    expect(names()).toEqual(['pass-2.pdf', 'pass-1.pdf'])
    finish()
    await done
    expect(names()).toEqual(['pass-1.pdf'])
  })

  it('ERR-24, ERR-26 that fails is only logged, and the document stays', async () => {
    server.removing = () => Promise.reject(new AppError('document_not_deleted'))
    await store.remove(id(2))
    expect(names()).toEqual(['pass-2.pdf', 'pass-1.pdf'])
    expect(shown().upload).toBeUndefined()
    expect(logged).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('Failed to delete document'))
  })

  it('of a document that somebody else deleted meanwhile is one', async () => {
    server.removing = () => Promise.reject(new AppError('document_not_found'))
    await store.remove(id(2))
    expect(names()).toEqual(['pass-1.pdf'])
    expect(logged).not.toHaveBeenCalled()
  })
})

describe('a list from the server', () => {
  it('replaces the one that is shown', () => {
    store.receive([documentOf(4)], store.changes)
    expect(names()).toEqual(['pass-4.pdf'])
  })

  it('that was asked for before an upload or a deletion ended here does not undo it', async () => {
    const asked = store.changes
    const done = store.add(file())
    server.last.answer(documentOf(3, server.last.id))
    await done
    store.receive([documentOf(2), documentOf(1)], asked)
    expect(names()).toEqual(['pass-3.pdf', 'pass-2.pdf', 'pass-1.pdf'])
    const askedAgain = store.changes
    await store.remove(id(1))
    store.receive([documentOf(3), documentOf(2), documentOf(1)], askedAgain)
    expect(names()).toEqual(['pass-3.pdf', 'pass-2.pdf'])
    store.receive([documentOf(2)], store.changes)
    expect(names()).toEqual(['pass-2.pdf'])
  })

  it('leaves an upload that is under way as it is', () => {
    void store.add(file())
    store.receive([], store.changes)
    expect(shown()).toMatchObject({ list: [], upload: { state: 'sending' } })
  })
})

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
  size: 1000 + n,
  sha256: 'not looked at',
})
/** Gives each file a size of its own, so that no two are duplicates. */
let size = 0
const file = (name = 'pass.pdf', content = '%PDF-1.7', bytes = ++size) =>
  ({ name, size: bytes, slice: () => new Blob([Uint8Array.from(content, (letter) => letter.charCodeAt(0))]) }) as File

type Options = Parameters<DocumentTransport['upload']>[3]

/** A server whose answers come from the test. */
class Server implements DocumentTransport {
  readonly uploads: {
    id: string
    file: File
    description: string
    isOfBooking: true | undefined
    options: Options
    answer: (document: TravelDocument) => void
    fail: (why: unknown) => void
  }[] = []
  readonly removed: string[] = []
  removing: () => Promise<void> = async () => {}

  upload: DocumentTransport['upload'] = (documentId, sent, { description, isOfBooking }, options) =>
    new Promise((answer, fail) => {
      this.uploads.push({ id: documentId, file: sent, description, isOfBooking, options, answer, fail })
      options.signal.addEventListener('abort', () => fail(options.signal.reason))
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
/** Waits until that many uploads have begun. */
const begun = (count: number) => expect.poll(() => server.uploads, { interval: 1 }).toHaveLength(count)
/** Each upload as text. */
const uploads = () =>
  shown().uploads.map((upload) => {
    const how = { chosen: '', waiting: '', sending: 'percent', failed: 'message', asked: 'hereAs' }[upload.state]
    const more = how && ` ${upload[how as keyof typeof upload]}`
    return `${upload.file.name}: ${upload.state}${more}`
  })
const contentOf = (name: string) => (name.endsWith('.pdf') ? '%PDF-1.7' : 'hello')
let errorLog: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  errorLog = vi.spyOn(console, 'error').mockImplementation(() => {})
  server = new Server()
  store = new DocumentStore([documentOf(2), documentOf(1)], server)
})
afterEach(() => vi.restoreAllMocks())

describe('an upload', () => {
  it('DOCS-5, CALL-DATA-43 reports its progress, and lists the stored document first', async () => {
    const listener = vi.fn()
    const end = store.subscribe(listener)
    const chosen = file('new.pdf')
    const done = store.add([chosen], 'Seats 12A')
    expect(store.isUploading()).toBe(true)
    await begun(1)
    expect(shown().uploads).toEqual([
      { id: server.last.id, file: chosen, description: 'Seats 12A', state: 'sending', percent: 0 },
    ])
    expect(server.last.description).toBe('Seats 12A')
    expect(store.isUploading()).toBe(true)
    server.last.options.onProgress(0.456)
    expect(shown().uploads).toMatchObject([{ state: 'sending', percent: 46 }])
    server.last.answer(documentOf(3, server.last.id))
    await done
    expect(names()).toEqual(['pass-3.pdf', 'pass-2.pdf', 'pass-1.pdf'])
    expect(shown().uploads).toEqual([])
    expect(store.isUploading()).toBe(false)
    expect(listener).toHaveBeenCalled()
    listener.mockClear()
    end()
    void store.add([file()])
    expect(listener).not.toHaveBeenCalled()
  })

  it.each([
    ['notes.txt', 'hello', 3, 'Only PDF, JPEG, and PNG files are allowed'],
    ['notes.pdf', 'hello', 3, 'Only PDF, JPEG, and PNG files are allowed'],
    ['drawing.svg', '<svg>', DOCUMENT_MAX_BYTES + 1, 'Only PDF, JPEG, and PNG files are allowed'],
    ['large.pdf', '%PDF-', DOCUMENT_MAX_BYTES + 1, 'File size must be less than 10MB'],
    ['empty.png', '', 0, 'This file is empty.'],
  ])(
    'VALID-14, VALID-15, VALID-20, VALID-21 of %s is refused without a request, and cannot be retried',
    async (name, content, size, message) => {
      await store.add([file(name, content, size)])
      expect(server.uploads).toEqual([])
      expect(uploads()).toEqual([`${name}: failed ${message}`])
      expect(shown().uploads).toMatchObject([{ canRetry: false }])
      expect(store.isUploading()).toBe(false)
    },
  )

  it('VALID-20, VALID-21 of a file that the browser calls a text is refused, whatever it contains', async () => {
    await store.add([{ ...file('notes.txt'), type: 'text/plain' }])
    expect(uploads()).toEqual(['notes.txt: failed Only PDF, JPEG, and PNG files are allowed'])
    for (const type of ['', 'application/octet-stream', 'application/x-pdf']) void store.add([{ ...file(), type }])
    await begun(1)
    expect(uploads().filter((upload) => upload.includes('failed'))).toEqual([])
  })

  it.each(['%PDF-1.7', '\xff\xd8\xff', '\x89PNG\r\n\x1a\n'])(
    'VALID-14, VALID-16..19, CONST-3 of exactly 10 MB with the content %j is sent, whatever its name',
    async (content) => {
      void store.add([file('large', content, DOCUMENT_MAX_BYTES)])
      await begun(1)
    },
  )

  it('of a file that cannot be read is tried, so that it says why', async () => {
    const unreadable = { ...file(), slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) }
    void store.add([unreadable as unknown as File])
    await begun(1)
  })

  it('ERR-23, ERR-39, ERR-40 that fails says why, and is retried with the same file and id', async () => {
    const chosen = file('again.pdf')
    const first = store.add([chosen], 'Again')
    await begun(1)
    const { id: sent } = server.last
    server.last.fail(new AppError('storage_full', 'The server has no space left for files.'))
    await first
    expect(shown().uploads).toEqual([
      {
        id: sent,
        file: chosen,
        description: 'Again',
        state: 'failed',
        message: 'The server has no space left for files.',
        canRetry: true,
      },
    ])
    const second = store.retry(sent)
    expect(shown().uploads).toMatchObject([{ state: 'sending', percent: 0 }])
    expect(server.uploads[1]).toMatchObject({ id: sent, file: chosen, description: 'Again' })
    // An error without a message.
    server.last.fail(new AppError('internal_error', ''))
    await second
    expect(shown().uploads).toMatchObject([{ message: 'Failed to upload document', canRetry: true }])
    const third = store.retry(sent)
    server.last.fail(new TypeError('The file is gone'))
    await third
    expect(shown().uploads).toMatchObject([{ message: 'Failed to upload document' }])
    const fourth = store.retry(sent)
    server.last.answer(documentOf(3, server.last.id))
    await fourth
    expect(names()).toEqual(['pass-3.pdf', 'pass-2.pdf', 'pass-1.pdf'])
    await store.retry(sent)
    expect(server.uploads).toHaveLength(4)
  })

  it('that the server refuses because of the file cannot be retried', async () => {
    const done = store.add([file('script.pdf')])
    await begun(1)
    server.last.fail(new AppError('document_type_refused'))
    await done
    expect(shown().uploads).toMatchObject([{ message: 'Only PDF, JPEG, and PNG files are allowed', canRetry: false }])
    store.cancel(server.last.id)
    expect(shown().uploads).toEqual([])
  })

  it('that is cancelled is aborted, and a late answer changes nothing', async () => {
    void store.add([file()])
    await begun(1)
    const { options, answer, id: cancelled } = server.last
    store.cancel(cancelled)
    expect(options.signal.aborted).toBe(true)
    expect(shown().uploads).toEqual([])
    const other = store.add([file('other.pdf')])
    answer(documentOf(3, cancelled))
    await begun(2)
    options.onProgress(1)
    expect(names()).toEqual(['pass-2.pdf', 'pass-1.pdf'])
    expect(uploads()).toEqual(['other.pdf: sending 0'])
    server.last.fail(new AppError('unreachable'))
    await other
    await expect.poll(() => shown().uploads).toMatchObject([{ state: 'failed' }])
    store.cancel(server.last.id)
    await store.retry(server.last.id)
    expect(server.uploads).toHaveLength(2)
    void store.add([file()])
    await begun(3)
    store.close()
    expect(server.last.options.signal.aborted).toBe(true)
  })
})

describe('several uploads', () => {
  it('run one at a time, each with its own progress, and are listed newest first', async () => {
    const done = store.add([file('one.pdf'), file('two.pdf')])
    expect(uploads()).toEqual(['one.pdf: chosen', 'two.pdf: chosen'])
    await begun(1)
    server.last.options.onProgress(0.5)
    expect(uploads()).toEqual(['one.pdf: sending 50', 'two.pdf: waiting'])
    expect(server.uploads).toHaveLength(1)
    server.last.answer(documentOf(3, server.last.id))
    await begun(2)
    expect(uploads()).toEqual(['two.pdf: sending 0'])
    expect(server.uploads[1]?.id).not.toBe(server.uploads[0]?.id)
    // A file chosen meanwhile comes last.
    void store.add([file('three.pdf')])
    expect(uploads()).toEqual(['two.pdf: sending 0', 'three.pdf: chosen'])
    server.last.answer(documentOf(4, server.last.id))
    await begun(3)
    server.last.answer(documentOf(5, server.last.id))
    await done
    expect(names()).toEqual(['pass-5.pdf', 'pass-4.pdf', 'pass-3.pdf', 'pass-2.pdf', 'pass-1.pdf'])
    expect(store.isUploading()).toBe(false)
  })

  it('go on after one is refused, fails or is cancelled, and a failed one can be retried', async () => {
    const done = store.add(['text.txt', 'one.pdf', 'two.pdf', 'three.pdf'].map((name) => file(name, contentOf(name))))
    await begun(1)
    const refused = 'text.txt: failed Only PDF, JPEG, and PNG files are allowed'
    expect(uploads()).toEqual([refused, 'one.pdf: sending 0', 'two.pdf: waiting', 'three.pdf: waiting'])
    const { id: failing } = server.last
    server.last.fail(new AppError('storage_full', 'Full'))
    await expect
      .poll(() => uploads())
      .toEqual([refused, 'one.pdf: failed Full', 'two.pdf: sending 0', 'three.pdf: waiting'])
    // A retry waits like the others.
    void store.retry(failing)
    expect(uploads()).toEqual([refused, 'one.pdf: waiting', 'two.pdf: sending 0', 'three.pdf: waiting'])
    expect(server.uploads).toHaveLength(2)
    store.cancel(server.last.id)
    await expect.poll(() => uploads()).toEqual([refused, 'one.pdf: sending 0', 'three.pdf: waiting'])
    expect(server.last.id).toBe(failing)
    server.last.fail(new AppError('storage_full', 'Full'))
    await expect.poll(() => uploads()).toEqual([refused, 'one.pdf: failed Full', 'three.pdf: sending 0'])
    server.last.answer(documentOf(3, server.last.id))
    await done
    // Choosing the next file dismisses what cannot be retried.
    void store.add([file('four.pdf')])
    await expect.poll(() => store.isUploading() && server.last.file.name).toBe('four.pdf')
    expect(uploads()).toEqual(['one.pdf: failed Full', 'four.pdf: sending 0'])
  })
})

describe('a duplicate file', () => {
  const sum = '21af8e71c8703196df7fe1ff901869a88fe64c07bbaa83d838efb45a52b4f303'
  const fileOf = (name: string, content = '%PDF-1') => new File([content], name, { type: 'application/pdf' })
  const stored = { ...documentOf(1), file_name: 'passport.pdf', size: 6, sha256: sum }
  beforeEach(() => {
    vi.stubGlobal('isSecureContext', true)
    store = new DocumentStore([stored, documentOf(2)], server)
  })
  afterEach(() => vi.unstubAllGlobals())

  it('is sent only after the person confirms it, and does not hold up the others', async () => {
    const done = store.add([fileOf('passport.pdf'), fileOf('other.pdf', '%PDF-2'), fileOf('scan.pdf')])
    await begun(1)
    expect(uploads()).toEqual([
      'passport.pdf: asked passport.pdf',
      'other.pdf: sending 0',
      'scan.pdf: asked passport.pdf',
    ])
    server.last.answer(documentOf(3, server.last.id))
    await done
    expect(store.isUploading()).toBe(false)
    expect(store.hasFile()).toBe(true)
    const [first, second] = shown().uploads
    store.cancel(second?.id ?? '')
    const again = store.retry(first?.id ?? '')
    await begun(2)
    expect(uploads()).toEqual(['passport.pdf: sending 0'])
    server.last.answer(documentOf(4, server.last.id))
    await again
    expect(shown().uploads).toEqual([])
    expect(server.uploads).toHaveLength(2)
  })

  it('is also detected among the files just chosen', async () => {
    store.receive([], store.changes)
    void store.add([fileOf('a.pdf'), fileOf('copy.pdf')])
    await begun(1)
    expect(uploads()).toEqual(['a.pdf: sending 0', 'copy.pdf: asked a.pdf'])
  })

  it('is detected by its name and size on plain-http addresses', async () => {
    vi.stubGlobal('isSecureContext', false)
    void store.add([fileOf('scan.pdf'), fileOf('passport.pdf', '%PDF-9')])
    await begun(1)
    expect(uploads()).toEqual(['scan.pdf: sending 0', 'passport.pdf: asked passport.pdf'])
  })

  it('that cannot be read is sent, so that the upload reports why', async () => {
    const gone = fileOf('gone.pdf')
    gone.arrayBuffer = () => Promise.reject(new TypeError('The file is gone'))
    void store.add([gone])
    await begun(1)
    expect(uploads()).toEqual(['gone.pdf: sending 0'])
  })
})

describe('a file that a booking was read from', () => {
  it('has the id of its document at once, and may be a mail', async () => {
    const documentId = await store.keep(new File(['From: airline@example.org\r\n\r\n'], 'out.eml'), 'To Lisbon')
    await begun(1)
    expect(server.last).toMatchObject({ id: documentId, description: 'To Lisbon', isOfBooking: true })
    server.last.answer(documentOf(3, documentId))
    await expect.poll(() => names()).toEqual(['pass-3.pdf', 'pass-2.pdf', 'pass-1.pdf'])
  })

  it('that the trip has is not uploaded again', async () => {
    vi.stubGlobal('isSecureContext', true)
    const mail = new File(['From: airline@example.org\r\n\r\n'], 'out.eml')
    const known = await store.keep(mail)
    await begun(1)
    const content = await mail.arrayBuffer()
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', content)).toString('hex')
    server.last.answer({ ...documentOf(3, known), size: content.byteLength, sha256: hash })
    await expect.poll(() => shown().uploads).toEqual([])
    expect(await store.keep(mail)).toBe(known)
    expect(server.uploads).toHaveLength(1)
  })

  it('that is on its way already is not uploaded again, also after a failure', async () => {
    vi.stubGlobal('isSecureContext', true)
    const mail = () => new File(['From: airline@example.org\r\n\r\n'], 'out.eml')
    const other = new File(['From: airline@example.com\r\n\r\n'], 'out.eml')
    const ids = await Promise.all([store.keep(mail()), store.keep(mail()), store.keep(other), store.keep(mail())])
    expect(ids).toEqual([ids[0], ids[0], ids[2], ids[0]])
    expect(ids[2]).not.toBe(ids[0])
    await begun(1)
    server.last.fail(new AppError('unreachable'))
    await begun(2)
    server.last.answer(documentOf(3, ids[2]))
    await expect.poll(() => uploads()).toEqual([expect.stringContaining('out.eml: failed')])
    expect(await store.keep(mail())).toBe(ids[0])
    await begun(3)
    expect(server.last).toMatchObject({ id: ids[0], isOfBooking: true })
  })

  it('is uploaded although the same file waits to be confirmed, which may never happen', async () => {
    vi.stubGlobal('isSecureContext', true)
    const pass = () => new File(['%PDF-1'], 'pass.pdf')
    void store.add([pass(), pass()])
    await begun(1)
    store.cancel(server.last.id)
    const [asked] = shown().uploads
    expect(asked?.state).toBe('asked')
    expect(await store.keep(pass())).not.toBe(asked?.id)
    await begun(2)
  })

  it('is kept after a failure, and tried again as what it is', async () => {
    const documentId = await store.keep(new File(['From: a\r\n\r\n'], 'out.eml'))
    await begun(1)
    server.last.fail(new AppError('unreachable'))
    await expect.poll(() => shown().uploads).toMatchObject([{ id: documentId, state: 'failed', canRetry: true }])
    void store.retry(documentId)
    await begun(2)
    expect(server.last).toMatchObject({ id: documentId, isOfBooking: true })
  })
})

describe('a deletion', () => {
  it('DOCS-14 removes the document from the list once the server has deleted it', async () => {
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

  it('ERR-24, ERR-26 that fails is logged and returns false, and the document stays', async () => {
    server.removing = () => Promise.reject(new AppError('document_not_deleted'))
    expect(await store.remove(id(2))).toBe(false)
    expect(names()).toEqual(['pass-2.pdf', 'pass-1.pdf'])
    expect(shown().uploads).toEqual([])
    expect(errorLog).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('Failed to delete document'))
  })

  it('of a document that somebody else has deleted succeeds', async () => {
    server.removing = () => Promise.reject(new AppError('document_not_found'))
    expect(await store.remove(id(2))).toBe(true)
    expect(names()).toEqual(['pass-1.pdf'])
    expect(errorLog).not.toHaveBeenCalled()
  })
})

describe('a list from the server', () => {
  it('replaces the one that is shown', () => {
    store.receive([documentOf(4)], store.changes)
    expect(names()).toEqual(['pass-4.pdf'])
  })

  it('that was requested before an upload or a deletion ended does not undo it', async () => {
    const changesBefore = store.changes
    const done = store.add([file()])
    await begun(1)
    server.last.answer(documentOf(3, server.last.id))
    await done
    store.receive([documentOf(2), documentOf(1)], changesBefore)
    expect(names()).toEqual(['pass-3.pdf', 'pass-2.pdf', 'pass-1.pdf'])
    const changesBeforeRemoval = store.changes
    await store.remove(id(1))
    store.receive([documentOf(3), documentOf(2), documentOf(1)], changesBeforeRemoval)
    expect(names()).toEqual(['pass-3.pdf', 'pass-2.pdf'])
    store.receive([documentOf(2)], store.changes)
    expect(names()).toEqual(['pass-2.pdf'])
  })

  it('does not affect an upload that is under way', async () => {
    void store.add([file()])
    await begun(1)
    store.receive([], store.changes)
    expect(shown()).toMatchObject({ list: [], uploads: [{ state: 'sending' }] })
  })
})

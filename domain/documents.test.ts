import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentPath, uploadPath, viewPath } from './api/documents.ts'
import { documentDescription, ownDescription } from './document-description.ts'
import {
  DOCUMENT_MAX_BYTES,
  documentRefusal,
  documentTypes,
  fileType,
  findBookingKind,
  findKind,
  isShownType,
  KIND_BYTES,
  nameOfKind,
  storedExtension,
  typeOfExtension,
} from './documents.ts'
import { errorMessage } from './error-messages.ts'
import { cleanFileName, MAX_FILE_NAME } from './file-name.ts'
import { withoutUnstorable } from './text.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const pdf = bytes('%PDF-1.7\n')
const png = bytes('\x89PNG\r\n\x1a\n')
const jpeg = bytes('\xff\xd8\xff\xe0')

describe('uploading a file', () => {
  it('VALID-16..19, CONST-4 is allowed for these types and no others', () => {
    expect(documentTypes).toEqual(['application/pdf', 'image/jpeg', 'image/png', 'image/jpg'])
    for (const start of [pdf, jpeg, png]) expect(documentRefusal(start, 1)).toBe(undefined)
  })

  it.each(['hello', 'GIF89a', '<svg xmlns="http://www.w3.org/2000/svg">', 'PK\x03\x04'])(
    'VALID-20, VALID-21, ERR-38 is refused for the content %j with the specified message, whatever the size',
    (content) => {
      for (const size of [1, DOCUMENT_MAX_BYTES + 1]) {
        expect(documentRefusal(bytes(content), size)).toMatchObject({
          code: 'document_type_refused',
          message: 'Only PDF, JPEG, and PNG files are allowed',
        })
      }
      expect(errorMessage('document_type_refused')).toBe('Only PDF, JPEG, and PNG files are allowed')
    },
  )

  it('VALID-21 is refused for a HEIC photo, and the message says how to get a JPEG', () => {
    const refusal = documentRefusal(bytes('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 1)
    expect(refusal).toMatchObject({
      code: 'document_type_refused',
      message:
        'Only PDF, JPEG, and PNG files are allowed. To make a JPEG of a HEIC photo on an iPhone, copy it in Photos and paste it into Files.',
    })
    // A film has the same form, with another brand.
    expect(documentRefusal(bytes('\0\0\0\x18ftypisom'), 1)?.message).not.toContain('HEIC')
  })

  it('VALID-14, VALID-15, CONST-3, ERR-37 is allowed for 10 MB, and refused for a byte more with this message', () => {
    expect(DOCUMENT_MAX_BYTES).toBe(10_485_760)
    for (const start of [pdf, jpeg, png]) {
      expect(documentRefusal(start, 10_485_760)).toBe(undefined)
      expect(documentRefusal(start, 10_485_761)?.code).toBe('document_too_large')
    }
    expect(errorMessage('document_too_large')).toBe('File size must be less than 10MB')
  })

  it('is refused for an empty file', () => expect(documentRefusal(bytes(''), 0)?.code).toBe('document_empty'))

  it('ERR-21, ERR-23, ERR-24, ERR-40 fails with the specified messages', () => {
    expect(errorMessage('documents_not_loaded')).toBe('Failed to load travel documents')
    expect(errorMessage('document_not_uploaded')).toBe('Failed to upload document')
    expect(errorMessage('document_not_deleted')).toBe('Failed to delete document')
  })
})

describe('the kind of a file', () => {
  it('is determined by its first bytes', () => {
    expect(findKind(pdf)?.type).toBe('application/pdf')
    expect(findKind(png)?.type).toBe('image/png')
    expect(findKind(jpeg)?.type).toBe('image/jpeg')
  })

  it('is PDF if at most 1,024 bytes come before its header', () => {
    for (const before of ['\r\n', '\xef\xbb\xbf', 'Content-Type: application/pdf\r\n\r\n', ' '.repeat(1024)]) {
      const start = bytes(`${before}%PDF-1.7`).subarray(0, KIND_BYTES)
      expect(findKind(start)?.type, JSON.stringify(before)).toBe('application/pdf')
    }
    expect(findKind(bytes(`${' '.repeat(1025)}%PDF-1.7`))).toBe(undefined)
    expect(findKind(bytes('\xff\xd8\xff\xe1 made from %PDF-1.7'))?.type).toBe('image/jpeg')
    for (const image of ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff']) expect(findKind(bytes(` ${image}`))).toBe(undefined)
  })

  it.each([
    '',
    '%PDF',
    '#!/bin/sh\n# PDF-1.7',
    '<svg xmlns="http://www.w3.org/2000/svg">',
    'GIF89a',
    '\x89PNG',
    'MZ\x90\0',
    'PK\x03\x04',
  ])('is not allowed if it begins with %j', (start) => expect(findKind(bytes(start))).toBe(undefined))

  it('VALID-26 determines the extension it is stored with, which determines the type it is served as', () => {
    const table = [
      ['a.pdf', pdf, 'pdf', 'application/pdf'],
      ['a.PDF', pdf, 'pdf', 'application/pdf'],
      ['a.jpeg', jpeg, 'jpeg', 'image/jpeg'],
      ['a.JPG', jpeg, 'jpg', 'image/jpeg'],
      ['a.png', png, 'png', 'image/png'],
      ['a', png, 'png', 'image/png'],
      ['a.html', png, 'png', 'image/png'],
      ['a.pdf', jpeg, 'jpg', 'image/jpeg'],
    ] as const
    for (const [name, content, extension, type] of table) {
      const kind = findKind(content)
      if (!kind) throw new Error(name)
      expect(storedExtension(name, kind), name).toBe(extension)
      expect(typeOfExtension(extension), name).toBe(type)
    }
    for (const other of ['html', 'svg', '', 'document', 'toString']) expect(typeOfExtension(other)).toBe(undefined)
  })
})

describe('the description of a document', () => {
  it.each([
    ['a.pdf', 'pdf'],
    ['a.PNG', 'png'],
    ['a.b.jpeg', 'jpeg'],
    ['.pdf', 'pdf'],
    ['a', 'document'],
    ['a.', 'document'],
    ['', 'document'],
    ['a.p df', 'document'],
    ['a.💥', 'document'],
    ['a.extension-like', 'document'],
  ])('DATA-44, VALID-25 for the file name %j has the type %j', (name, type) => expect(fileType(name)).toBe(type))

  it('DATA-45 is "Travel document: " and the file name', () =>
    expect(documentDescription('a.pdf')).toBe('Travel document: a.pdf'))

  it('is what the user wrote, if anything', () => {
    const file_name = 'a.pdf'
    expect(documentDescription(file_name, ' Seats\n12A ')).toBe('Seats 12A')
    expect(documentDescription(file_name, ' \n ')).toBe('Travel document: a.pdf')
    expect(ownDescription({ file_name, description: 'Seats 12A' })).toBe('Seats 12A')
    expect(ownDescription({ file_name, description: documentDescription(file_name) })).toBe(undefined)
  })
})

describe('a file name', () => {
  it.each([
    ['passport.pdf', 'passport.pdf'],
    ['Zoë\'s "pass" (2).pdf', 'Zoë\'s "pass" (2).pdf'],
    ['🏕️👩‍👩‍👧.png', '🏕️👩‍👩‍👧.png'],
    ['תעודה.pdf', 'תעודה.pdf'],
    ['../../etc/passwd', '..-..-etc-passwd'],
    ['C:\\scans\\a.pdf', 'C:-scans-a.pdf'],
    ['two\nlines\r\n\tand a tab\u2028.pdf', 'two lines and a tab .pdf'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['\u2067a\u2069\ufeffb.pdf', 'ab.pdf'],
    ['a\0b\ud83d.pdf', 'ab.pdf'],
    ['  a  b.pdf ', 'a b.pdf'],
    ['', 'document'],
    ['..', 'document'],
    [' . ', 'document'],
    ['\n', 'document'],
    ['.pdf', '.pdf'],
  ])('%j is stored as %j', (name, cleaned) => expect(cleanFileName(name)).toBe(cleaned))

  it('of 500 characters loses its middle, without splitting a character', () => {
    expect(cleanFileName(`${'x'.repeat(496)}.pdf`)).toBe(`${'x'.repeat(250)}….pdf`)
    for (const start of ['', 'a']) {
      const emoji = cleanFileName(`${start}${'🏕'.repeat(250)}.jpeg`)
      expect(emoji.length).toBeLessThanOrEqual(MAX_FILE_NAME)
      expect(emoji).toMatch(/^a?(🏕)+….jpeg$/u)
    }
    expect(cleanFileName('x'.repeat(500))).toBe(`${'x'.repeat(254)}…`)
  })

  it('is always clean, is not changed by a second cleaning, and can be sent in a URL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (name) => {
        const cleaned = cleanFileName(name)
        expect(cleaned).not.toMatch(/[\p{Cc}\u2028-\u202e\u2066-\u2069/\\]/u)
        expect(withoutUnstorable(cleaned)).toBe(cleaned)
        expect(cleaned.length).toBeGreaterThan(0)
        expect(cleaned.length).toBeLessThanOrEqual(MAX_FILE_NAME)
        expect(cleanFileName(cleaned)).toBe(cleaned)
        expect(new URL(uploadPath('t', 'd', name), 'http://localhost').searchParams.get('file_name')).toBe(cleaned)
      }),
    )
    expect(uploadPath('t', 'd', 'a.pdf', { description: ' half \ud83d &?\n' })).toBe(
      '/api/trips/t/documents/d?file_name=a.pdf&description=half%20%26%3F',
    )
    expect(uploadPath('t', 'd', 'half \ud83d &?.pdf')).toBe('/api/trips/t/documents/d?file_name=half%20%26%3F.pdf')
  })
})

it('a document has one URL for upload and deletion, and one to view it', () => {
  expect(documentPath('t', 'd')).toBe('/api/trips/t/documents/d')
  expect(viewPath('/files/travel-documents/t/1.pdf')).toBe('/files/travel-documents/t/1.pdf')
  expect(viewPath('/files/travel-documents/t/1.pdf', 'a b')).toBe('/files/travel-documents/t/1.pdf?token=a%20b')
})

describe('the name of a document', () => {
  it('ends with an extension of its type', () => {
    expect(nameOfKind('pass.pdf', 'application/pdf')).toBe('pass.pdf')
    expect(nameOfKind('photo.JPG', 'image/jpeg')).toBe('photo.JPG')
    expect(nameOfKind('photo.jpeg', 'image/jpeg')).toBe('photo.jpeg')
    expect(nameOfKind('pass.exe', 'application/pdf')).toBe('pass.exe.pdf')
    expect(nameOfKind('scan.png', 'image/jpeg')).toBe('scan.png.jpg')
    expect(nameOfKind('pass', 'image/png')).toBe('pass.png')
  })
})

describe('what a booking was read from', () => {
  it.each([
    ['From: a@example.org\nTo: b@example.org\n\nHi', 'message/rfc822', 'eml'],
    ['X-Spam: no\r\nReceived: by mail\r\n\tat noon\r\nSubject: Your flight\r\n', 'message/rfc822', 'eml'],
    ['\r\n\n From: a@example.org\n', 'message/rfc822', 'eml'],
    ['\xef\xbb\xbfX-Spam: no\nFrom: a@example.org\n', 'message/rfc822', 'eml'],
    ['From a@example.org Mon Feb  3 09:00:00 2031\r\nReceived: by mail\r\n', 'message/rfc822', 'eml'],
    ['\n>From a@example.org Mon Feb  3 09:00:00 2031\nSubject: Your flight\n', 'message/rfc822', 'eml'],
    ['BEGIN:VCALENDAR\r\n', 'text/calendar', 'ics'],
    ['\xef\xbb\xbfbegin:vcalendar\n', 'text/calendar', 'ics'],
    ['PK\x03\x04', 'application/vnd.apple.pkpass', 'pkpass'],
  ])('that begins with %j is %s', (start, type, extension) => {
    expect(findBookingKind(bytes(start))?.type).toBe(type)
    expect(findKind(bytes(start))).toBe(undefined)
    expect(typeOfExtension(extension)).toBe(type)
    expect(isShownType(type)).toBe(false)
  })

  it('may be a PDF or a photo, too', () => {
    expect([pdf, png].map((start) => findBookingKind(start)?.type)).toEqual(['application/pdf', 'image/png'])
    expect(isShownType('application/pdf')).toBe(true)
  })

  it.each([
    '',
    '#!/bin/sh',
    'Hello,\nFrom: me\n',
    '<html>',
    'X-Note: nothing else\n\nFrom: me',
    '\n\nHello,\nFrom: me\n',
    '\xef\xbb\xbf#!/bin/sh',
    'From here to there\nHello',
    'From here\nFrom there\nSubject: no mailbox',
  ])('is nothing else: %j', (start) => expect(findBookingKind(bytes(start))).toBe(undefined))

  it('is decided in no time, whatever it is', () => {
    const started = performance.now()
    const many = ['a:\n'.repeat(400), 'a:'.repeat(600), `a:${'\n '.repeat(600)}`]
    for (const start of [...many, ' '.repeat(1029), '\xef\xbb\xbf'.repeat(343), '\n>From '.repeat(140)])
      findBookingKind(bytes(start))
    expect(performance.now() - started).toBeLessThan(200)
  })
})

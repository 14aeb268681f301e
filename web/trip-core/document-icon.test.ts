import { FileImage, FileText } from 'lucide-react'
import { expect, test } from 'vitest'
import { documentIcon } from './document-icon.ts'

test.each(['jpg', 'jpeg', 'png'])('a .%s file is a picture', (file_type) => {
  expect(documentIcon({ file_type })).toBe(FileImage)
})

test.each(['pdf', 'eml', 'pkpass', 'ics', 'document'])('a .%s file is none', (file_type) => {
  expect(documentIcon({ file_type })).toBe(FileText)
})

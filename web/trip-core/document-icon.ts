import { FileImage, FileText, type LucideIcon } from 'lucide-react'
import { type TravelDocument, typeOfExtension } from '#domain/documents.ts'

export const documentIcon = ({ file_type }: Pick<TravelDocument, 'file_type'>): LucideIcon =>
  typeOfExtension(file_type)?.startsWith('image/') ? FileImage : FileText

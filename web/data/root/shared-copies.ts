import { SharedCopies } from '../storage/shared-copies.ts'
import { pageEvents } from './session.ts'

export const sharedCopies = new SharedCopies(pageEvents)

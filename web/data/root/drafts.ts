import { Drafts } from '../storage/drafts.ts'
import { pageEvents } from './session.ts'

export const drafts = new Drafts(pageEvents)

addEventListener('wayfare:beforereload', (event) => {
  if (drafts.hasUnpersisted) event.preventDefault()
})

import { newStay, type Stay, stay } from '#domain/plan/stays.ts'
import { newId } from '#web/data/new-id.ts'
import { drafts } from '#web/data/root/drafts.ts'
import { stayDraftKey } from '#web/data/storage/drafts.ts'

/** What was entered when the dialog was closed without adding it, or before a reload; otherwise a new stay. */
export function readDraft(userId: string, tripId: string): Stay {
  const key = stayDraftKey(userId, tripId)
  const stored = drafts.read(key)
  if (stored === undefined) return newStay(newId())
  const { data } = stay.safeParse(stored)
  if (!data) drafts.quarantine(key, 'a draft of another app version')
  return data ?? newStay(newId())
}

/** Without a draft, nothing is offered again. */
export const writeDraft = (userId: string, tripId: string, value?: Stay): void =>
  drafts.write(stayDraftKey(userId, tripId), value)

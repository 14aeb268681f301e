import * as z from 'zod/mini'
import { audiences } from '#domain/plan/announcements.ts'
import { drafts } from '#web/data/root/drafts.ts'
import { announcementDraftKey } from '#web/data/storage/drafts.ts'

const draft = z.strictObject({ text: z.string(), to: z.enum(audiences) })
export type Draft = z.infer<typeof draft>

const empty: Draft = { text: '', to: 'everyone' }

/** What was typed when the dialog was closed without sending it, or before a reload. */
export function readDraft(userId: string, tripId: string): Draft {
  const key = announcementDraftKey(userId, tripId)
  const stored = drafts.read(key)
  if (stored === undefined) return empty
  const { data } = draft.safeParse(stored)
  if (!data) drafts.quarantine(key, 'a draft of another app version')
  return data ?? empty
}

/** Without a draft, nothing is offered again. */
export function writeDraft(userId: string, tripId: string, value?: Draft): void {
  drafts.write(announcementDraftKey(userId, tripId), value?.text.trim() ? value : undefined)
}

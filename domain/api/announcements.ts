import * as z from 'zod/mini'
import { id } from '../id.ts'

/*
 * Who has seen an announcement.
 * `POST /api/trips/:tripId/announcements/seen` records that the current user has seen some, and answers with those that
 * are in the plan: the server does not know others yet, or they were removed.
 * `GET /api/trips/:tripId/announcements/seen` lists who has seen which: for organizers of everybody, for others only
 * what they have seen themselves.
 */

/** The most that one request records. */
export const MAX_SEEN_ANNOUNCEMENTS = 50

export const seenAnnouncements = z.strictObject({ ids: z.array(id).check(z.maxLength(MAX_SEEN_ANNOUNCEMENTS)) })
export type SeenAnnouncements = z.infer<typeof seenAnnouncements>

export const recordedAnnouncements = z.object({ ids: z.array(id) })
export type RecordedAnnouncements = z.infer<typeof recordedAnnouncements>

export const announcementView = z.object({
  announcement_id: id,
  /** Their id in the plan. */
  person_id: id,
  /** When they saw it first. */
  seen_at: z.iso.datetime(),
})
export type AnnouncementView = z.infer<typeof announcementView>

export const announcementViewsResponse = z.object({ views: z.array(announcementView) })
export type AnnouncementViewsResponse = z.infer<typeof announcementViewsResponse>

export const seenAnnouncementsPath = (tripId: string): string => `/api/trips/${tripId}/announcements/seen`

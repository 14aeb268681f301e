import * as z from 'zod/mini'

/**
 * `PUT /api/trips/:tripId/sharing`: makes a trip public or private, and hides its documents and confirmation numbers
 * from readers or shows them. What is absent stays as it is; a trip without a share link gets one.
 * `POST /api/trips/:tripId/sharing/token` replaces the link. Both answer how the trip is now shared.
 */
export const sharingRequest = z.strictObject({
  is_public: z.optional(z.boolean()),
  hides_documents: z.optional(z.boolean()),
})
export type SharingRequest = z.infer<typeof sharingRequest>

export const sharing = z.object({
  is_public: z.boolean(),
  share_token: z.string(),
  /** Absent if readers see them. */
  hides_documents: z.optional(z.boolean()),
})
export type Sharing = z.infer<typeof sharing>

export function shareLink(origin: string, tripId: string, token: string): string {
  return `${origin}/shared/${tripId}?token=${encodeURIComponent(token)}&mode=view`
}

export function sharedTripPath(tripId: string, token: string | undefined): string {
  const path = `/api/shared/${encodeURIComponent(tripId)}`
  return token === undefined ? path : `${path}?token=${encodeURIComponent(token)}`
}

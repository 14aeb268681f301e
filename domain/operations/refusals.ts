import type { RefusalCode } from './operation.ts'

/** What people read when an operation is refused. Separate from other failures: pages without a plan don't need it. */
export const refusals: Record<RefusalCode, string> = {
  entry_gone: 'Someone has removed this, so it can’t be changed.',
  day_in_use: 'This day can’t be restored: there’s already another day with this number.',
  text_too_long: 'With what others have written, this text is too long. Please shorten it first.',
  too_many_entries: 'This list is full. Please remove something first.',
  section_too_large: 'This part of the plan is full. Please remove or shorten something first.',
  invalid_operation: 'The server couldn’t read this change. Copy what you need and make it again.',
  plans_full: 'The trip owner has no space left for plans. Ask your administrator to raise the limit.',
  has_private_details:
    'This person has private details. Only they, their party or an organizer can rename or remove them.',
  not_allowed: 'Only organizers can edit this part of the plan.',
}

import type { RefusalCode } from './operation.ts'

/** What a person reads of an operation that was refused. Apart from the other failures, since a page without a plan needs none of it. */
export const refusals: Record<RefusalCode, string> = {
  entry_gone: 'This is not possible any more: somebody has removed it.',
  day_in_use: 'This day cannot come back under its number: there is another one by now.',
  text_too_long: 'Together with what others have written this text is too long. Please shorten it first.',
  too_many_entries: 'This list is full. Please remove something first.',
  section_too_large: 'This part of the plan is full. Please remove or shorten something first.',
  invalid_operation: 'This change does not have the expected form.',
  plans_full: 'The plans of whoever this trip belongs to have used up their room. Whoever runs Wayfare can allow more.',
  has_private_details: 'This person has private details. Only they, their party or an organizer can rename or remove them.',
  not_allowed: 'Only organizers edit this part of the plan.',
}

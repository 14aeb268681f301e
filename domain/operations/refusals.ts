import * as m from '#messages'
import { MAX_ANNOUNCEMENTS_A_DAY } from '../plan/announcements.ts'
import { MAX_LINES, MAX_PEOPLE, MAX_SKIPS } from '../plan/limits.ts'
import { MAX_POLLS } from '../plan/polls.ts'
import type { RefusalCode } from './operation.ts'

/** What people read when an operation is refused. Separate from other failures: pages without a plan don't need it. */
export function refusalMessage(code: RefusalCode): string {
  const messages: Record<RefusalCode, string> = {
    entry_gone: m.plan_refusal_entry_gone(),
    day_in_use: m.plan_refusal_day_in_use(),
    text_too_long: m.plan_refusal_text_too_long(),
    too_many_entries: m.plan_refusal_too_many_entries(),
    section_too_large: m.plan_refusal_section_too_large(),
    too_many_people: m.plan_refusal_too_many_people({ count: MAX_PEOPLE }),
    too_many_skips: m.plan_refusal_too_many_skips({ count: MAX_SKIPS }),
    too_many_lines: m.plan_refusal_too_many_lines({ count: MAX_LINES }),
    too_many_polls: m.plan_refusal_too_many_polls({ count: MAX_POLLS }),
    too_many_announcements: m.plan_refusal_too_many_announcements({ count: MAX_ANNOUNCEMENTS_A_DAY }),
    invalid_operation: m.plan_refusal_invalid_operation(),
    plans_full: m.plan_refusal_plans_full(),
    has_private_details: m.plan_refusal_has_private_details(),
    not_allowed: m.plan_refusal_not_allowed(),
  }
  return messages[code]
}

import { listText } from '#domain/list-text.ts'
import { daysBetween, type LocalDate } from '#domain/local-date.ts'
import { isDatesOption, type Poll, type PollAnswer, type PollOption } from '#domain/plan/polls.ts'
import { optionName } from '#domain/polls/poll-words.ts'
import { countSuited, type OptionTally } from '#domain/polls/tally.ts'
import { formatTripRange, formatWeekday } from '#domain/trip-range.ts'
import * as m from '#messages'

/** An option as a heading: 'Fri, Aug 7 – Sun, Aug 9', with the year unless it is this one. */
export function optionTitle(option: PollOption, today: LocalDate): string {
  if (!isDatesOption(option)) return optionName(option)
  return formatTripRange({ departure_date: option.first, return_date: option.last }, today)
}

/** 'Answer by Fri, Aug 7'; '' if there is no deadline. */
export function deadlineText({ deadline }: Pick<Poll, 'deadline'>, today: LocalDate): string {
  if (deadline === '') return ''
  const date = formatWeekday(deadline, today)
  return deadline < today ? m.polls_deadline_was({ date }) : m.polls_answer_by({ date })
}

/** '2 nights · 26 of 30 can come so far: 22 yes, 4 if need be'. `asked`: the number of people who are asked. */
export function countsText({ kind, is_closed }: Pick<Poll, 'kind' | 'is_closed'>, tally: OptionTally, asked: number) {
  const { option, yes, ifNeedBe, no } = tally
  const suited = countSuited(tally)
  const said = suited + no.length
  const state = is_closed || said >= asked ? 'final' : 'so_far'
  const counts = said === 0 ? m.polls_counts_none() : m.polls_counts({ kind, suited, asked, state })
  const parts = [
    ...(yes.length > 0 ? [m.polls_count_part({ answer: 'yes', count: yes.length })] : []),
    ...(ifNeedBe.length > 0 ? [m.polls_count_part({ answer: 'if_need_be', count: ifNeedBe.length })] : []),
    ...(no.length > 0 ? [m.polls_count_part({ answer: 'no', count: no.length })] : []),
  ]
  const isPlain = said === yes.length
  const text = isPlain ? counts : m.polls_counts_and_parts({ counts, parts: listText(parts, 'unit') })
  if (!isDatesOption(option)) return text
  const nights = m.polls_dates_nights({ count: daysBetween(option.first, option.last) })
  return m.polls_nights_and_counts({ nights, counts: text })
}

/** What each of some people says: 'Kim: yes, Lou: no'. */
export function eachAnswer(said: readonly { name: string; answer: PollAnswer }[]): string {
  return listText(
    said.map(({ name, answer }) => m.polls_answer_of({ name, answer: answer || 'none' })),
    'unit',
  )
}

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

/** '2 nights · 26 of 30 can come: 22 yes, 4 if need be'. `asked`: the number of people who are asked. */
export function countsText(kind: Poll['kind'], tally: OptionTally, asked: number): string {
  const { option, yes, ifNeedBe, no } = tally
  const suited = countSuited(tally)
  const counts =
    suited + no.length === 0
      ? m.polls_counts_none()
      : m.polls_counts({ kind, suited, asked, yes: yes.length, need: ifNeedBe.length })
  if (!isDatesOption(option)) return counts
  const nights = m.polls_dates_nights({ count: daysBetween(option.first, option.last) })
  return m.polls_nights_and_counts({ nights, counts })
}

/** What each of some people says: 'Kim: yes, Lou: no'. */
export function eachAnswer(said: readonly { name: string; answer: PollAnswer }[]): string {
  return listText(
    said.map(({ name, answer }) => m.polls_answer_of({ name, answer: answer || 'none' })),
    'unit',
  )
}

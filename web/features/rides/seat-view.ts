import type { Rider } from '#domain/seats/assign-seats.ts'
import type { Occupants } from '#domain/seats/seats.ts'
import * as m from '#messages'
import { type NameOf, type Who, whoIs } from '#web/trip-core/people/names.ts'
import type { IsLost } from '#web/trip-core/people/use-lost-seats.ts'

/* What cars and beds have in common on the screen: people take seats in them. */

/** A car or a bed. */
export interface Host extends Occupants {
  id: string
  /** As a heading: 'Ben’s car'. */
  title: string
  /** Within a sentence: 'your car'. */
  named: string
  facts: readonly string[]
  /** The trip's place from which it leaves; '' for none. */
  placeId: string
  /** What somebody should look at. */
  warnings: readonly string[]
  /** Who has a seat in it by driving it. */
  driver: string | undefined
  /** Says that somebody is not there when it is used; '' if they are. */
  awayText: (personId: string) => string
  /** Whether nobody has a seat in it for now: see `stranded`. */
  isClosed: boolean
  places: number
  /** Opens its details; undefined if the current user may not change it. */
  edit: (() => void) | undefined
}

/** Everybody in its queue, those who have a seat in it first. */
export const queueOf = ({ inside, waiting, notComing, away, stranded }: Occupants): string[] => [
  ...inside,
  ...waiting,
  ...stranded,
  ...away,
  ...notComing,
]

/** Who is listed in it. After the trip, that somebody's driver was missing is no longer of use. */
export const listInside = ({ inside, stranded }: Pick<Occupants, 'inside' | 'stranded'>, isOver: boolean): string[] =>
  isOver ? [...inside, ...stranded] : [...inside]

/** Whether nobody has a seat in it, waits for one, or drives it. */
export function isUnused(host: Host): boolean {
  return host.driver === undefined && queueOf(host).length === 0
}

/** Whether somebody drives it, has a seat in it, or has asked for one. */
export const isHostOf = (host: Host, personId: string): boolean =>
  host.driver === personId || queueOf(host).includes(personId)

/** The texts about the seats of cars or of beds. */
export interface SeatWords {
  title: string
  /** After the trip. */
  titleOver: string
  empty: string
  add: string
  take: string
  move: string
  giveUp: string
  taken: (counts: { taken: number; places: number }) => string
  drives: (who: Who) => string
  open: (who: Who) => string
  edit: (host: { name: string }) => string
  /** Seats somebody who has no seat: 'Give a seat in Ben’s car'. */
  seat: (host: { name: string }) => string
  /** The same next to where it is. */
  seatShort: string
  /** Gives a seat to each person who has none, as far as seats are free. */
  seatAll: string
  seatedAll: (count: { count: number }) => string
  /** How many seats are free. */
  free: (count: { free: number }) => string
  /** Where one is free: 'Free seat in Ben’s car'. */
  freeIn: (host: { name: string }) => string
  without: (count: { count: number }) => string
  /** Cars or beds that nobody uses, as one row. */
  unused: (count: { count: number; free: number }) => string
  allTaken: string
  needsNone: (who: Who) => string
  /** For a button. */
  excuse: string
  /** Gives others a seat. */
  choose: string
  /** The same where no seat is free: only those inside can make room. */
  change: string
  chooseTitle: (host: { name: string }) => string
  chooseHere: string
  chooseWithout: string
  chooseOthers: string
  tookSeat: (place: Who & { host: string }) => string
  waitsFor: (place: Who & { host: string }) => string
  gaveUp: (place: Who & { host: string }) => string
  /** Of somebody who had a seat in it and waits now. */
  lost: (who: Who) => string
  /** In place of how many places are free, if nobody has one for now; and the same where others are given one. */
  closed: string
  chooseClosed: string
  /** Of somebody who has no seat in it because they are not there. `when`: as the host's `awayText` says it. */
  away: (who: Who & { when: string }) => string
}

/** The cars or the beds, and what the current user may do with them. */
export interface SeatView {
  hosts: readonly Host[]
  /** The people who have no seat, by id. */
  without: readonly string[]
  /** Why somebody has no seat in the one that they asked for; '' if there is nothing to say. */
  whyWithout: (personId: string) => string
  words: SeatWords
  me: string
  /** Whether the current user takes places in any of them: not if they drive, or are not coming. */
  canTake: boolean
  /** The people who can be given a seat: not those who drive, or are not coming. */
  people: readonly string[]
  canSeat: (personId: string) => boolean
  nameOf: NameOf
  nameToChoose: NameOf
  /** A remark on somebody: when they are there. '' for the whole trip. */
  noteOn: (personId: string) => string
  riderOf: (personId: string) => Rider
  /** Gives somebody a seat. */
  seat: (personId: string, host: Host) => void
  /** Gives several people a seat. One press undoes all of it. */
  seatAll: (places: readonly { personId: string; host: Host }[]) => void
  /** Whether somebody had a seat in one, as far as this device knows, and now waits for it. */
  isLost: IsLost
  /** After the trip, seats are only corrected. */
  isOver: boolean
  giveUp: (personId: string, host: Host) => void
  /** Somebody needs no seat. */
  excuse: (personId: string) => void
}

/** The one of these that somebody has asked for: they may have a seat in it, or wait for one. */
export function findHostOf(hosts: readonly Host[], personId: string): Host | undefined {
  return hosts.find(({ inside, waiting, away, stranded }) =>
    [inside, waiting, away, stranded].some((list) => list.includes(personId)),
  )
}

type ChoiceHost = Occupants & Pick<Host, 'isClosed' | 'awayText'>

/** Of these people, who can have a seat in it. The others would only give up the seat that they have elsewhere. */
function listCandidates({ isClosed, awayText }: ChoiceHost, people: readonly string[]): string[] {
  return isClosed ? [] : people.filter((id) => awayText(id) === '')
}

/** Whether the current user may seat others in it, even if it is full: then they wait. */
export function canChoose(
  host: ChoiceHost,
  { me, people, canSeat, isOver }: Pick<SeatView, 'me' | 'people' | 'canSeat' | 'isOver'>,
): boolean {
  return [...listCandidates(host, people), ...queueOf(host)].some((id) => (isOver || id !== me) && canSeat(id))
}

/** Who can be chosen: those in it, those without a seat, all others. */
export function listChoices(
  host: ChoiceHost,
  { words, without, people, canSeat }: Pick<SeatView, 'without' | 'people' | 'canSeat'> & { words: ChoiceWords },
): { legend: string; people: string[] }[] {
  const here = queueOf(host)
  const looking = without.filter((id) => !here.includes(id))
  const others = people.filter((id) => !here.includes(id) && !looking.includes(id))
  const groups = [
    { legend: words.chooseHere, people: here },
    { legend: words.chooseWithout, people: listCandidates(host, looking) },
    { legend: words.chooseOthers, people: listCandidates(host, others) },
  ]
  return groups.filter((group) => group.people.some(canSeat))
}

type ChoiceWords = Pick<SeatWords, 'chooseHere' | 'chooseWithout' | 'chooseOthers'>

/** What somebody did last, and what undoes it. */
export type Done = { undo: () => void } & ({ text: string } | { seated: string; in: string })

/**
 * What is said about it. Whether somebody has the seat, waits for it or cannot have it may change: others may have
 * asked at the same time, or the driver may cancel. Undefined if they are no longer in its queue, or are not coming.
 */
export function doneText(
  done: Done,
  { hosts, words, ...group }: Pick<SeatView, 'hosts' | 'me' | 'nameOf'> & { words: DoneWords },
): string | undefined {
  if ('text' in done) return done.text
  const { seated } = done
  const host = hosts.find(({ id }) => id === done.in)
  if (!host) return undefined
  const who = whoIs(seated, group)
  const place = { ...who, host: host.named }
  if (host.inside.includes(seated)) return words.tookSeat(place)
  if (host.waiting.includes(seated)) return words.waitsFor(place)
  if (host.away.includes(seated)) return words.away({ ...who, when: host.awayText(seated) })
  return host.stranded.includes(seated) ? m.rides_in_line(place) : undefined
}

type DoneWords = Pick<SeatWords, 'tookSeat' | 'waitsFor' | 'away'>

interface SeatActions {
  /** Sends somebody to another host. Returns what undoes it; undefined if the current user may not. */
  put: (personId: string, to: string) => (() => void) | undefined
  /** Where somebody is who needs no seat. */
  none: string
  words: SeatWords
  group: Pick<SeatView, 'me' | 'nameOf'>
  onDone: (done: Done) => void
}

/** What the buttons do. Each says what it did, and offers to undo it. */
export function seatActions({
  put,
  none,
  words,
  group,
  onDone,
}: SeatActions): Pick<SeatView, 'seat' | 'seatAll' | 'giveUp' | 'excuse'> {
  const act = (personId: string, to: string, text?: string) => {
    const undo = put(personId, to)
    if (undo) onDone(text === undefined ? { undo, seated: personId, in: to } : { undo, text })
  }
  return {
    seat: (id, host) => act(id, host.id),
    seatAll: (places) => {
      const undos = places.flatMap(({ personId, host }) => put(personId, host.id) ?? [])
      const undo = () => {
        for (const undoOne of undos.toReversed()) undoOne()
      }
      if (undos.length > 0) onDone({ undo, text: words.seatedAll({ count: undos.length }) })
    },
    giveUp: (id, host) => act(id, '', words.gaveUp({ ...whoIs(id, group), host: host.named })),
    excuse: (id) => act(id, none, words.needsNone(whoIs(id, group))),
  }
}

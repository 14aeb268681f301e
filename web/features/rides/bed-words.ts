import type { Bed, BedKind } from '#domain/plan/beds.ts'
import { isBlank, trimmed } from '#domain/text.ts'
import * as m from '#messages'
import type { SeatWords } from './seat-view.ts'

/* What the tab says about beds. */

export const kindNames: Record<BedKind, () => string> = {
  tent: m.beds_kind_tent,
  room: m.beds_kind_room,
  cabin: m.beds_kind_cabin,
  other: m.beds_kind_other,
}

/** Its name, or else what kind of bed it is. */
export const bedTitle = ({ name, kind }: Pick<Bed, 'name' | 'kind'>): string => trimmed(name) || kindNames[kind]()

/** What kind of bed it is, unless the title says it, and the note on it. */
export function bedFacts({ name, kind, note }: Bed): string[] {
  return [!isBlank(name) && kind !== 'other' ? kindNames[kind]() : '', note.trim()].filter(Boolean)
}

export const bedWords: SeatWords = {
  title: m.beds_title(),
  titleOver: m.beds_title_over(),
  empty: m.beds_empty(),
  add: m.beds_add(),
  take: m.beds_take(),
  move: m.beds_move(),
  giveUp: m.beds_give_up(),
  taken: m.beds_taken,
  drives: ({ name }) => name,
  open: m.beds_place_open,
  edit: m.beds_edit,
  seat: m.beds_put_in,
  seatShort: m.beds_put(),
  seatAll: m.beds_put_all(),
  seatedAll: m.beds_put_all_done,
  free: m.rides_free,
  freeIn: m.beds_free_in,
  without: m.beds_without,
  unused: m.beds_unused,
  allTaken: m.beds_all_taken(),
  needsNone: m.beds_needs_none,
  excuse: m.beds_excuse(),
  choose: m.beds_choose(),
  change: m.beds_choose_change(),
  chooseTitle: m.beds_choose_title,
  chooseHere: m.beds_choose_here(),
  chooseWithout: m.beds_choose_without(),
  chooseOthers: m.beds_choose_others(),
  tookSeat: m.beds_took,
  waitsFor: m.beds_waits_for,
  gaveUp: m.beds_gave_up,
  lost: m.beds_lost,
  closed: '',
  chooseClosed: '',
  away: m.beds_away,
}

import * as m from '#messages'
import type { Duty, DutyKind } from '../plan/duties.ts'
import { trimmed } from '../text.ts'

const kindNames: Record<DutyKind, () => string> = {
  cook: m.duties_kind_cook,
  help: m.duties_kind_help,
  wash_up: m.duties_kind_wash_up,
  fire: m.duties_kind_fire,
  water: m.duties_kind_water,
  other: m.duties_kind_other,
}

export function kindName(kind: DutyKind): string {
  return kindNames[kind]()
}

/** 'Cook', 'Cook: chili', or the name alone of another duty. */
export function dutyTitle({ kind, name }: Pick<Duty, 'kind' | 'name'>): string {
  const own = trimmed(name)
  if (own === '') return kindName(kind)
  return kind === 'other' ? own : m.duties_kind_named({ kind: kindName(kind), name: own })
}

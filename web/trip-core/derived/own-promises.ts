import { findOwnPromises } from '#domain/day/own-promises.ts'
import { deriveLoaded } from './derive.ts'
import { eating } from './food.ts'
import { ownId } from './people.ts'
import { section } from './plan-view.ts'

/**
 * What the current user has promised to bring and to buy; undefined until all is loaded. It computes the shopping list,
 * so its code loads late.
 */
export const ownPromises = deriveLoaded(
  [ownId, eating, section('meals'), section('checklist'), section('gear'), section('shopping')],
  ([me, { people, dates, settings }, meals, checklist, gear, shopping]) =>
    findOwnPromises(me, { people, dates, eating: settings, meals, checklist, gear, shopping }),
)

import { type Grouping, groupings } from '#domain/shopping/group-rows.ts'
import { deviceStorage } from './web-storage.ts'

/** How shopping lists were last grouped on this device. It is the same for all trips: in a shop, the aisles count. */
const KEY = 'wayfare.shopping-grouping'

export function findGrouping(): Grouping | undefined {
  const stored = deviceStorage.getItem(KEY)
  return groupings.find((one) => one === stored)
}

export function persistGrouping(grouping: Grouping): void {
  deviceStorage.setItem(KEY, grouping)
}

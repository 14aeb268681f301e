import { currencyOfRegion } from '#domain/costs/currency-list.ts'
import { deviceRegion } from '#web/browser/device-region.ts'

/** The currency of the region that the device is set to. */
export const deviceCurrency = (): string => currencyOfRegion(deviceRegion()) || 'EUR'

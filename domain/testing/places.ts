import { newPlace } from '../plan/places.ts'

/** A camp in Algonquin Provincial Park, complete. */
export const canisbayLake = newPlace('00000000-0000-4000-8000-00000000ca3f', {
  name: 'Canisbay Lake',
  kind: 'camp',
  position: '45.56660,-78.59910',
  country: 'CA',
  zone: 'America/Toronto',
})

import type { TripType } from '#domain/trip.ts'
import { tabStorage } from '#web/data/storage/web-storage.ts'

const photo = (id: string) => `https://images.unsplash.com/photo-${id}?auto=format&fit=crop&w=1600&q=60`

/** The photo of each trip type: a tent at dusk for the road, a wing above the clouds for the air. */
const tripPhotos: Record<TripType, string> = {
  car_trip: photo('1504280390367-361c6d9f38f4'),
  air_travel: photo('1436491865332-7a61a109cc05'),
}

const FAILED_KEY = 'wayfare.photo-failed'

/** Browsers log every failed request to the console, so this tab does not ask a host again that has failed. */
export function findTripPhoto(type: TripType): string | undefined {
  const failed = tabStorage.getItem(FAILED_KEY)
  const canAsk = failed === null || (failed === 'offline' && navigator.onLine)
  return canAsk ? tripPhotos[type] : undefined
}

export function notePhotoFailed(): void {
  tabStorage.setItem(FAILED_KEY, navigator.onLine ? 'online' : 'offline')
}

import type { TripType } from '#domain/trip.ts'

const photo = (id: string) => `https://images.unsplash.com/photo-${id}?auto=format&fit=crop&w=1600&q=60`

/** The photograph behind each type of trip: a tent at dusk for the road, a wing above the clouds for the air. */
export const tripPhotos: Record<TripType, string> = {
  car_trip: photo('1504280390367-361c6d9f38f4'),
  air_travel: photo('1436491865332-7a61a109cc05'),
}

import {
  Cross,
  Droplets,
  Footprints,
  type LucideIcon,
  MapPin,
  ShoppingBasket,
  SquareParking,
  Telescope,
  Tent,
  Utensils,
} from 'lucide-react'
import type { Place, PlaceKind } from '#domain/plan/places.ts'
import { trimmed } from '#domain/text.ts'
import * as m from '#messages'

export const placeIcons: Record<PlaceKind, LucideIcon> = {
  camp: Tent,
  trailhead: Footprints,
  water: Droplets,
  shop: ShoppingBasket,
  parking: SquareParking,
  hospital: Cross,
  sight: Telescope,
  food: Utensils,
  other: MapPin,
}

export function placeKindName(kind: PlaceKind): string {
  const names: Record<PlaceKind, string> = {
    camp: m.places_kind_camp(),
    trailhead: m.places_kind_trailhead(),
    water: m.places_kind_water(),
    shop: m.places_kind_shop(),
    parking: m.places_kind_parking(),
    hospital: m.places_kind_hospital(),
    sight: m.places_kind_sight(),
    food: m.places_kind_food(),
    other: m.places_kind_other(),
  }
  return names[kind]
}

/** What a place is called; what it is, if it has no name. */
export const placeName = ({ name, kind }: Pick<Place, 'name' | 'kind'>): string => trimmed(name) || placeKindName(kind)

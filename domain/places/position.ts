/** A point on the earth, in degrees (WGS 84): latitude from -90 to 90, longitude from -180 to 180. */
export interface Position {
  lat: number
  lon: number
}

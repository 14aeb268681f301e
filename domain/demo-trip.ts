/** Identifies the demo trip, which belongs to everybody and is in every beta user's list. */
export const DEMO_TRIP_NAME = 'Demo Algonquin Adventure'

/** By this name the demo trip is known: the one that belongs to everybody, and stands in every beta user's list. */
export const DEMO_TRIP_NAME = 'Demo Algonquin Adventure'

import { createContext, useContext } from 'react'

/** Whether the trip whose people are shown is over: answers then read as what happened, and nobody is asked. */
export const TripOverContext = createContext(false)

export const useTripOver = (): boolean => useContext(TripOverContext)

import { createContext, useContext } from 'react'

/** Whether the trip on screen is over: answers then read as what happened, and nobody is asked. */
export const TripOverContext = createContext(false)

export const useIsOver = (): boolean => useContext(TripOverContext)

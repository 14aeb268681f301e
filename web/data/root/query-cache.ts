import { QueryCache } from '../http/query-cache.ts'
import { pageEvents } from './session.ts'

export const queryCache = new QueryCache(pageEvents)

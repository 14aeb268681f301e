import { PersistedAiTexts } from '../storage/persisted-ai-texts.ts'
import { pageEvents } from './session.ts'

export const persistedAiTexts = new PersistedAiTexts(pageEvents)

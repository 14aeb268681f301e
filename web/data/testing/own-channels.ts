import { threadId } from 'node:worker_threads'

/*
 * Each test file has a thread of its own, and Node carries messages between threads: the tabs of one file would hear
 * those of another.
 */

const Channel = globalThis.BroadcastChannel

globalThis.BroadcastChannel = class extends Channel {
  constructor(name: string) {
    super(`${threadId} ${name}`)
  }
}

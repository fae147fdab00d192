import { fetchLater } from './fetch-later.ts'

// Before the modules that take long to evaluate.
fetchLater()

/** Largest file of an upload in MB: a sealed bid, a tender file, a file for the file view. */
export const largestFileMegabytes = 600

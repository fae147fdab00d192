/** The path of the call that the first page makes without loading the table of calls (CLK-1). */
export const serverTimePath = '/api/KB_Local/getServerTimeNoauth'

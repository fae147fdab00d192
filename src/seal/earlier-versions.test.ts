import { expect, test } from 'vitest'
import { verifyDocument } from './signed-document.ts'
import { firstBidder } from './test-certificates.ts'
import { helperOf } from './test-helpers.ts'

/*
 * A document that version 0.1.0 signed and an identity that it wrapped, when P-256 was the only key type. Bids that
 * were sealed then can still be opened.
 */

const signed = [
  'eyJhbGciOiJFUzI1NiIsInR5cCI6InRlc3QvMSIsIng1YyI6WyJNSUlDQ1RDQ0FhK2dBd0lCQWdJVWRNUXowOEJRamVVVG0zVmRO',
  'Sklzc0VLTUMxQXdDZ1lJS29aSXpqMEVBd0l3S2pFTE1Ba0dBMVVFQmhNQ1EwNHhHekFaQmdOVkJBTU1FdWExaStpdmxlaXZnZVM1',
  'cHVhY3V1YWVoREFnRncweU5qRXhNakF4TXpBNU5UQmFHQTh5TVRJMk1UQXlOekV6TURrMU1Gb3dnWWd4Q3pBSkJnTlZCQVlUQWtO',
  'T01Sc3dHUVlEVlFSaERCSTVNVE15TURBd01FMUJNVlJGVTFRd01WZ3hMVEFyQmdOVkJBb01KT2F4bitpTGorZXNyT1M0Z09XN3V1',
  'aXV2dW1iaHVXYm91YWNpZW1aa09XRnJPV1B1REV0TUNzR0ExVUVBd3drNXJHZjZJdVA1NnlzNUxpQTVidTY2SzYrNlp1RzVadWk1',
  'cHlKNlptUTVZV3M1WSs0TUZrd0V3WUhLb1pJemowQ0FRWUlLb1pJemowREFRY0RRZ0FFQmFXLzFkVm1lbk0zNFh0Mm43U0xvdGMx',
  'ZzZNZVd2QkdVS0lRb0x3VGF5MWZYZnFpSVBqY05sSlZxS05JYytSUWZLVGFOTmh5cWhUYVVKSGNBcmgrSXFOU01GQXdEZ1lEVlIw',
  'UEFRSC9CQVFEQWdPSU1CMEdBMVVkRGdRV0JCVE5TQ1FqTHR5UlNSZGlYT0dOZW1admcvWjVKekFmQmdOVkhTTUVHREFXZ0JSNWtR',
  'YlVtZUsyY2xaaGhzNEFkcThlQnFXNWxqQUtCZ2dxaGtqT1BRUURBZ05JQURCRkFpQm8xM2dVZElYQ2JVdDJBL0hyeWVmVU1MN1hs',
  'NVZZbStqZEtWSmV4cWpTNlFJaEFJSEZwTUlraXVLQ2NTNUl1RmVqeVdMWFM2SjhpUS85d21aVlcweS9kUjBmIl19.eyLljZXkvY0',
  'iOiLmsZ_oi48ifQ.BlL2aycRJJvN7rb49dC1geYKKNEAhnjYyMNSRJVM9ySNDGRxiHhOTe25frDM701pOxs-uC6VtcObnmwV3D4W',
  'cQ',
].join('')

const wrapped = [
  'eyJhbGciOiJFQ0RILUVTK0EyNTZLVyIsImVuYyI6IkEyNTZHQ00iLCJraWQiOiJjM2U3MTI0MDMyNDkxOTE4NTBjNWFiYzRhMzkw',
  'ZmM3YWU2NjE1ZTRlNTMxOGVhM2U3MWIxNGFlZDViYWMzNTZmIiwiZXBrIjp7IngiOiJYNXRGcFZ5bEdfcnIzYWV5RDU3UXZ2OGN2',
  'blkySVlkMEhIRzVsYmF2Y1lVIiwiY3J2IjoiUC0yNTYiLCJrdHkiOiJFQyIsInkiOiJVWEdPbzJWUU5QY25ab1lmcEp2LWY3Nk5h',
  'b3JlWTk5emhtVEluNDdZbG93In19.5_IRhf0OIvRGeWC4X8fdm0VN6Gn9F5QxS8bVrUUrdsCIYtsgxD1EfA.F2x36XX1-XrprXDT',
  '.I4NRCewIFWc23UBZBtzXotIuNnI.dB_t3H7GSFYGjZXGH-7LqQ',
].join('')

test('documents and identities of earlier versions can be verified and unwrapped', async () => {
  expect(await verifyDocument(signed, 'test/1')).toMatchObject({
    ok: true,
    value: { payload: { 单位: '江苏' } },
  })
  expect(await (await helperOf(firstBidder)).unwrap(wrapped)).toBe('AGE-SECRET-KEY-1TEST')
})

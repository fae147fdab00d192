const base = 'http://127.0.0.1:3811'
const mem = () => { const kept: Record<string,string> = {}; return new Proxy(kept, { get: (_, k) => ({ getItem: (key: string) => kept[key] ?? null, setItem: (key: string, v: string) => { kept[key] = v }, removeItem: (key: string) => { delete kept[key] } } as any)[k as string] }) }
const g = globalThis as any
g.sessionStorage = mem(); g.localStorage = mem()
g.location = { protocol: 'http:', hostname: '127.0.0.1', port: '3811', host: '127.0.0.1:3811' }
g.window = g.window ?? {}
const f = g.fetch; g.fetch = (p: string, i: any) => f(p.startsWith('/') ? base + p : p, i)
const { loginStore, enterProject } = await import('#client/store/login-store.ts')
const { api } = await import('#client/net/api.ts')
const { createSessionStore } = await import('#client/store/session-store.ts')
const { openSession } = await import('#client/store/open-session.ts')
console.log(await loginStore.getState().logIn('platform', 'wrong-password'))
console.log(await loginStore.getState().logIn('platform', 'platform-secret'))
const tender = { sectionCode: 'S' + Date.now(), sectionName: '一标段', projectCode: 'P', tenderer: 'City', agencyCode: 'AG', projectKind: 1, qualification: 16, bidStyle: 1, industry: 1, specialty: 1, evaluationMethod: 'low', opensAt: new Date(Date.now() - 1000).toISOString(), columns: [{ key: 'price', title: { zh: '报价', en: 'Price' }, kind: 'money', unit: '元' }] } as any
const pub = await api('publishTender', { body: { tender } })
console.log(pub)
console.log(await api('addAccount', { body: { userCode: 'op' + tender.sectionCode, password: 'opener-secret', role: 'opener', name: '张三', unitCode: 'AG' } }))
console.log(await loginStore.getState().logIn('op' + tender.sectionCode, 'opener-secret'))
const entered = await enterProject((pub as any).value.BDGuid)
console.log('entered', entered)
const store = createSessionStore()
const running = openSession((entered as any).value, store, 5000)
let last = ''
store.subscribe((s) => { const line = JSON.stringify({ c: s.connection.status, off: Math.round(s.offset), seq: s.state.seq, broken: s.broken, cap: s.caption?.text.zh, flow: s.state.flow, dl: s.deadline?.seq }); if (line !== last) console.log((performance.now() / 1000).toFixed(2), last = line) })
const send = (type: any, payload: any) => running.send({ type, payload } as any).then((r) => console.log(type, JSON.stringify(r)))
await new Promise((r) => setTimeout(r, 1500))
await send('EnterBidOpening', {})
await send('RecordPersonInfo', { names: { opener: '', announcer: '甲', recorder: '乙', supervisor: '' }, ids: { opener: '', announcer: '11010519491231002X', recorder: '11010519491231002X', supervisor: '' } })
await send('EnterBidOpening', {})
await send('StartDecryption', { limitMinutes: 5 })
if (process.env.LONG) {
  console.log('KILL'); await new Promise((r) => setTimeout(r, 30000)); await send('PostMessage', { message: 'after' }); await new Promise((r) => setTimeout(r, 8000))
}
await new Promise((r) => setTimeout(r, 6000))
running.close()
console.log('types', store.getState().entries.map((e) => (e as any).type ?? 'hidden').join(' '))
await loginStore.getState().logOut()
console.log(loginStore.getState().who)
setTimeout(() => process.exit(0), 500)

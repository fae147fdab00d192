import type { Texts } from '../codes.ts'

/** Refusals of logins and arrivals. */
export const accessRefusals = {
  unauthenticated: { zh: '请先登录！', en: 'Please log in first.' },
  'session-expired': {
    zh: '登录已失效，请重新登录！',
    en: 'Your login is no longer valid; please log in again.',
  },
  'login-failed': { zh: '登录失败！账号或密码错误', en: 'Login failed: wrong account or password.' },
  'login-throttled': {
    zh: '尝试次数过多，请{seconds}秒后再试！',
    en: 'Too many attempts; please try again in {seconds} seconds.',
  },
  'captcha-missing': { zh: '请先完成滑块验证！', en: 'Please solve the slide puzzle first.' },
  'captcha-wrong': { zh: '滑块验证未通过，请重试！', en: 'The piece is not in its place; please try again.' },
  'captcha-expired': {
    zh: '滑块验证已失效，请重新验证！',
    en: 'The slide puzzle is no longer valid; please solve another.',
  },
  'wrong-user-type': {
    zh: '该账号不能以所选身份登录！',
    en: 'This account cannot log in as the user type chosen.',
  },
  'login-way-closed': { zh: '该账号不能以此方式登录！', en: 'This account cannot log in this way.' },
  'challenge-invalid': {
    zh: '证书登录已超时或已使用，请重新登录！',
    en: 'This login by certificate took too long or was used already; please log in again.',
  },
  'certificate-signature-wrong': {
    zh: '登录失败，请插入正确的CA进行签名',
    en: 'Login failed: please insert the right certificate to sign.',
  },
  'certificate-untrusted': {
    zh: '登录失败！该证书不是由受信任的机构颁发',
    en: 'Login failed: no trusted authority issued this certificate.',
  },
  'certificate-expired': {
    zh: '登录失败！该证书不在有效期内',
    en: 'Login failed: this certificate is not valid at this time.',
  },
  'certificate-revoked': {
    zh: '登录失败！该证书已被吊销',
    en: 'Login failed: this certificate was revoked.',
  },
  'certificate-status-unknown': {
    zh: '暂时无法确认证书是否已被吊销，请联系技术支持！',
    en: 'Whether this certificate was revoked cannot be found out at the moment; please contact support.',
  },
  'certificate-unsuitable': {
    zh: '登录失败！该证书不能用于登录和签名',
    en: 'Login failed: this certificate is not one for logging in and signing.',
  },
  'certificate-wrong-unit': {
    zh: '登录失败！该证书与单位代码不一致',
    en: 'Login failed: the certificate names another unit.',
  },
  'certificate-unknown': {
    zh: '登录失败！该证书的单位没有此身份的账号',
    en: 'Login failed: the certificate’s unit has no account of this kind.',
  },
  'account-missing': { zh: '请填写账号', en: 'Please fill in the account' },
  'password-missing': { zh: '请填写密码', en: 'Please fill in the password' },
  'qr-expired': {
    zh: '二维码已失效，请刷新后重新扫码！',
    en: 'The QR code is no longer valid, refresh it and scan again!',
  },
  'qr-declined': { zh: '扫码失败！手机端已拒绝', en: 'Scan failed! Declined on the phone' },
  'no-demo-bidders': {
    zh: '本标段没有可邀请的模拟投标人：请以各投标人自己的账号进入，或从交易平台进入！',
    en: 'This section has no simulated bidders to invite: its bidders enter with their own accounts, or from the platform.',
  },
  'qr-user-missing': { zh: '缺少用户数据！', en: 'User data missing!' },
  'call-not-signed': {
    zh: '该请求没有交易平台的有效签名（{reason}）！',
    en: 'The trading platform has not signed this call as it has to ({reason}).',
  },
  'sign-on-refused': {
    zh: '登录失败！交易平台的进入凭证无效或已使用，请返回交易平台重新进入。',
    en: 'The trading platform’s pass is not valid or was used before; please go back to the platform and enter again.',
  },
  'sign-on-user-type': {
    zh: '登录失败！该用户类型不能从交易平台进入。',
    en: 'Login failed: this user type cannot enter from the trading platform.',
  },
  'foreign-origin': { zh: '不允许从其他网站发起此请求！', en: 'Requests from other sites are not taken.' },
} as const satisfies Texts

import type { Texts } from '../codes.ts'

/** Refusals about draws. */
export const drawRefusals = {
  'draw-too-early': {
    zh: '开标时间未到，不能抽取参数！',
    en: 'Parameters can be drawn once the bid opening time has come.',
  },
  'draw-running': {
    zh: '正在抽取，请等待本次抽取结束！',
    en: 'A draw is under way; please wait for its end.',
  },
  'draw-already-decided': {
    zh: '该参数已抽取，不能重复抽取！',
    en: 'This has been drawn already and cannot be drawn again.',
  },
  'draw-subject-missing': { zh: '请填写抽取内容！', en: 'Please say what is drawn' },
  'drawer-missing': { zh: '请填写抽取人', en: 'Please fill in who draws' },
  'draw-values-invalid': { zh: '请正确输入相关值!', en: 'Please enter the values correctly!' },
  'draw-interval-invalid': { zh: '请正确输入间值!', en: 'Please enter the interval correctly!' },
  'draw-range-invalid': { zh: '请正确输入开始值和结束值!', en: 'Please enter start and end correctly!' },
  'draw-too-many': {
    zh: '候选值不能超过{maximum}个！',
    en: 'There may be no more than {maximum} values to draw from.',
  },
  'unknown-draw': { zh: '该抽取不存在或已重新抽取！', en: 'There is no such draw, or it was repeated.' },
  'draw-already-joined': { zh: '您已参与本次抽取！', en: 'You have joined this draw already.' },
  'draw-joining-closed': { zh: '参与本次抽取的时间已结束！', en: 'The time for joining this draw is over.' },
  'draw-still-joining': { zh: '参与方正在加入，请稍候...', en: 'Others are still joining, please wait...' },
  'draw-left-out': {
    zh: '您未按时公开随机数，不能再参与本次抽取！',
    en: 'You did not reveal in time before and cannot join this draw again.',
  },
  'draw-commitment-taken': { zh: '该承诺值已被使用！', en: 'This commitment is somebody else’s.' },
  'draw-not-joined': { zh: '您未参与本次抽取！', en: 'You have not joined this draw.' },
  'draw-closed': { zh: '本次抽取已结束！', en: 'This draw is over.' },
  'draw-reveal-wrong': {
    zh: '公开的随机数与承诺值不一致！',
    en: 'The value revealed is not the one committed to.',
  },
  'draw-alpha-beta-missing': { zh: '请抽取参数（α、β）', en: 'Please draw the parameters (α, β)' },
  'draw-a-g-missing': { zh: '请抽取参数（a、g）', en: 'Please draw the parameters (a, g)' },
  'draw-parameters-missing': { zh: '请抽取参数!', en: 'Please draw the parameters!' },
  'draw-parameter-missing': { zh: '请抽取参数', en: 'Please draw the parameter' },
  'draw-floating-percentage-missing': {
    zh: '请抽取评标基准价浮动比例值',
    en: 'Please draw the floating percentage of the base price',
  },
  'draw-k-missing': { zh: '请抽取k值', en: 'Please draw k' },
  'draw-j-missing': { zh: '请抽下降比值J值', en: 'Please draw the fall ratio J' },
  'draw-coefficient-missing': {
    zh: '请抽评标基准价系数',
    en: 'Please draw the factor of the base price',
  },
  // Named as the draw is, so that it is not taken for the factor's message.
  'draw-benchmark-coefficient-missing': {
    zh: '请抽取评标基准价下浮系数',
    en: 'Please draw the lowering coefficient of the base price',
  },
  'draw-not-decided': { zh: '该参数尚未抽取！', en: 'This has not been drawn yet.' },
  'draw-value-differs': {
    zh: '与抽取结果不一致，不能保存！',
    en: 'This is not what was drawn and cannot be saved.',
  },
} as const satisfies Texts

import type { Texts } from '../codes.ts'

/** Refusals by the server outside the domain, and of a client that did not reach it. */
export const serverRefusals = {
  'bad-request': { zh: '请求内容不正确：{path} {reason}', en: 'The request is not right: {path} {reason}' },
  'not-found': { zh: '内容不存在！', en: 'Not found.' },
  'unknown-call': { zh: '没有此接口：{method} {path}', en: 'There is no such call: {method} {path}' },
  'too-large': {
    zh: '上传文件大小不能超过 {megabytes}MB!',
    en: 'The uploaded file must not be larger than {megabytes} MB!',
  },
  'too-many-requests': { zh: '操作过于频繁，请稍后再试！', en: 'Too many requests; please wait a moment.' },
  'file-missing': { zh: '请选择文件！', en: 'Please choose a file.' },
  'reports-busy': {
    zh: '服务器正在生成其他报表，请稍后重试！',
    en: 'The server is busy with other reports; please try again in a moment.',
  },
  'document-not-offered': {
    zh: '该文件不对您开放下载！',
    en: 'This document is not offered to you for download.',
  },
  'overview-later': { zh: '请稍后查看', en: 'Please check later' },
  'stored-file-damaged': {
    zh: '该文件在服务器上已损坏或被改动，无法提供，请联系技术支持！',
    en: 'This file is damaged or was altered on the server and is not given out; please contact support.',
  },
  'log-altered': {
    zh: '该标段的开标记录与本系统写入的不一致，本标段已停止，请立即联系监督部门和技术支持！',
    en: 'The log of this section is not as this system wrote it, so the section stands still. Call the supervisor and support at once.',
  },
  'storage-full': {
    zh: '服务器存储空间不足，本次内容未保存，请稍后重试或联系技术支持！',
    en: 'The server has run out of storage space and kept nothing of this; please try again later or contact support.',
  },
  internal: {
    zh: '系统错误，请联系技术支持（编号 {requestId}）',
    en: 'Something went wrong on our side; please contact support (number {requestId}).',
  },
  unavailable: {
    zh: '系统暂时不可用，请稍后重试！',
    en: 'The system is not available right now; please try again in a moment.',
  },
  'node-clock-off': {
    zh: '本服务器的时钟偏差 {seconds} 秒，暂不受理操作，请稍后重试或联系技术支持！',
    en: 'The clock of this server is {seconds} seconds off, so it takes no commands; please try again or contact support.',
  },
  offline: { zh: '网络连接中断，请稍后重试！', en: 'The connection is down; please try again in a moment.' },
  'time-out': {
    zh: '服务器响应超时，请稍后重试！',
    en: 'The server did not answer in time; please try again.',
  },
  'turned-away': {
    zh: '请求在途中被防火墙或代理拒绝（HTTP {status}），请联系网络管理员！',
    en: 'A firewall or proxy on the way refused the request (HTTP {status}); please ask your network administrator.',
  },
  'log-contradicted': {
    zh: '服务器给出的开标记录与本页面已收到的不一致，操作已停止，请保存证据并联系监督部门！',
    en: 'The server shows another log than this page has seen, so all acts are stopped. Save the evidence and call the supervisor.',
  },
} as const satisfies Texts

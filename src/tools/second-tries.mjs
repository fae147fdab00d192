/** Reporter for vitest: names the tests that passed only at the second attempt. */
export default class SecondTries {
  #names = []

  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`)
  }

  onTestRunEnd() {
    for (const name of this.#names) console.log(`passed only the second time: ${name}`)
  }
}

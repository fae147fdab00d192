/**
 * The script of a report's page: plots on a common time axis, in the colours of the theme, redrawn when theme or width
 * change. Plain JavaScript, since the browser runs it as it is.
 */
export const plotScript = `
(() => {
  const { delivery, connected, server, marks } = JSON.parse(document.getElementById('data').textContent)
  const place = document.getElementById('plots')
  const moments = [...delivery, ...server, ...marks].map(({ at }) => at).concat(connected.map(([at]) => at))
  if (moments.length === 0) return
  const start = Math.min(...moments)
  const end = (Math.max(...moments) - start) / 1000
  const seconds = (at) => (at - start) / 1000
  const plots = [
    { title: 'Delivery, milliseconds', log: true, x: delivery.map(({ at }) => seconds(at)), lines: [
      ['p50', '--one', delivery.map(({ p50 }) => Math.max(p50, 0.1))],
      ['p99', '--two', delivery.map(({ p99 }) => Math.max(p99, 0.1))] ] },
    { title: 'Connected clients', x: connected.map(([at]) => seconds(at)), lines: [
      ['clients', '--one', connected.map(([, clients]) => clients)] ] },
    { title: 'Server CPU, % of one core', x: server.map(({ at }) => seconds(at)), lines: [
      ['CPU', '--one', server.map(({ cpuPercent }) => cpuPercent)] ] },
    { title: 'Server memory, MB', x: server.map(({ at }) => seconds(at)), lines: [
      ['memory', '--one', server.map(({ memoryMb }) => memoryMb)] ] },
  ].filter(({ x }) => x.length > 0)

  function drawMarks(plot, named, colour, text) {
    const { ctx, bbox } = plot
    ctx.save()
    ctx.strokeStyle = colour
    ctx.fillStyle = text
    ctx.setLineDash([4, 4])
    ctx.font = 12 * devicePixelRatio + 'px system-ui'
    marks.forEach(({ at, label }, index) => {
      const x = plot.valToPos(seconds(at), 'x', true)
      ctx.beginPath()
      ctx.moveTo(x, bbox.top)
      ctx.lineTo(x, bbox.top + bbox.height)
      ctx.stroke()
      if (!named) return
      const near = x + ctx.measureText(label).width + 8 > bbox.left + bbox.width
      ctx.textAlign = near ? 'right' : 'left'
      ctx.fillText(label, x + (near ? -4 : 4), bbox.top + (14 + 16 * (index % 3)) * devicePixelRatio)
    })
    ctx.restore()
  }

  function draw() {
    const colours = getComputedStyle(document.documentElement)
    const colour = (name) => colours.getPropertyValue(name).trim()
    const axis = { stroke: colour('--quiet'), grid: { stroke: colour('--rule'), width: 1 }, ticks: { stroke: colour('--rule') } }
    place.replaceChildren()
    for (const [index, { title, log, x, lines }] of plots.entries()) {
      const figure = document.createElement('figure')
      const caption = document.createElement('figcaption')
      caption.textContent = title
      figure.append(caption)
      place.append(figure)
      new uPlot({
        width: place.clientWidth,
        height: 220,
        scales: { x: { time: false, range: [0, end] }, y: log ? { distr: 3 } : { range: (_, __, most) => [0, most > 0 ? most * 1.15 : 1] } },
        series: [
          { label: 'second', value: (_, at) => (at === null ? '' : at.toFixed(1)) },
          ...lines.map(([label, stroke]) => ({ label, stroke: colour(stroke), width: 1.5, points: { show: x.length < 80, size: 4, fill: colour(stroke) } })),
        ],
        axes: [{ ...axis, values: (_, all) => all.map((at) => at + ' s') }, { ...axis, size: 64 }],
        hooks: { draw: [(plot) => drawMarks(plot, index === 0, colour('--quiet'), colour('--ink'))] },
      }, [x, ...lines.map(([, , values]) => values)], figure)
    }
  }

  draw()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw)
  let waiting
  addEventListener('resize', () => { clearTimeout(waiting); waiting = setTimeout(draw, 100) })
})()
`

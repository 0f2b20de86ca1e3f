// Our own pictures for the templates, drawn as SVG in flat shapes. 960 by 540.

/** @param {string} id @param {string[]} colours from top to bottom */
const sky = (id, ...colours) =>
  `<defs><linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${colours
    .map((colour, at) => `<stop offset="${at / (colours.length - 1)}" stop-color="${colour}"/>`)
    .join('')}</linearGradient></defs><rect width="960" height="540" fill="url(#${id})"/>`;

/** Points that always fall the same way. */
function scattered(seed, count, make) {
  let state = seed;
  const dice = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  return Array.from({ length: count }, () => make(dice)).join('');
}
const stars = (seed, count, height = 300) =>
  scattered(
    seed,
    count,
    (d) =>
      `<circle cx="${(d() * 960).toFixed(0)}" cy="${(d() * height).toFixed(0)}" r="${(0.6 + d() * 1.4).toFixed(1)}" fill="#fff" opacity="${(0.4 + d() * 0.6).toFixed(2)}"/>`,
  );
const waves = (y, colour, swing = 14) =>
  `<path fill="${colour}" d="M0 ${y} ${Array.from({ length: 12 }, (_, at) => `q40 ${at % 2 === 0 ? -swing : swing} 80 0`).join(' ')} V540 H0 Z"/>`;
const rain = (seed, count) =>
  scattered(seed, count, (d) => {
    const [x, y] = [d() * 980, d() * 520];
    return `<path d="M${x.toFixed(0)} ${y.toFixed(0)} l-7 22" stroke="#cfe0ea" stroke-width="1.6" opacity=".45"/>`;
  });

export const pictures = {
  'skerry-point': `${sky('a', '#0d1b33', '#20365c', '#4b5f86')}${stars(7, 90, 260)}
    <path d="M596 128 L0 40 V210 Z" fill="#fff3c4" opacity=".28"/><path d="M640 128 L960 92 V176 Z" fill="#fff3c4" opacity=".2"/>
    <path d="M590 160 H646 L664 420 H572 Z" fill="#e9e4d8"/><path d="M584 236 H652 L657 300 H579 Z" fill="#b5412f"/><path d="M574 366 H662 L665 420 H571 Z" fill="#b5412f"/>
    <rect x="592" y="108" width="52" height="42" fill="#ffe9a3"/><path d="M586 108 L618 78 L650 108 Z" fill="#2a2f3d"/><rect x="580" y="150" width="76" height="12" fill="#2a2f3d"/>
    <path d="M430 540 L500 440 L560 412 L690 410 L760 452 L860 540 Z" fill="#1c2230"/>${waves(452, '#16294a')}${waves(492, '#0f1d38')}`,
  storm: `${sky('a', '#2b3440', '#4f5c66', '#7d8a8f')}
    <path d="M120 120 q90 -70 190 -20 q120 -50 190 20 q110 -20 130 50 H80 q0 -40 40 -50 Z" fill="#39434d"/><path d="M520 90 q110 -60 200 0 q110 -10 150 70 H480 q0 -50 40 -70 Z" fill="#333c46"/>
    <path d="M640 160 L604 240 H632 L600 320 L676 222 H644 L672 160 Z" fill="#f4e7a1"/>${waves(360, '#3d5666', 30)}
    <g transform="rotate(-18 330 380)"><path d="M220 360 H440 L400 412 H262 Z" fill="#5b3a29"/><path d="M326 360 V210" stroke="#3d281d" stroke-width="9"/><path d="M334 222 L430 330 H334 Z" fill="#d9cfb8"/></g>
    ${waves(420, '#2f4655', 24)}${waves(470, '#243946', 18)}${rain(21, 170)}`,
  inbox: `${sky('a', '#e7edf3', '#c9d5e0')}<rect x="190" y="70" width="580" height="350" rx="14" fill="#28313d"/><rect x="210" y="90" width="540" height="310" fill="#f8fafc"/>
    <path d="M400 420 H560 L590 480 H370 Z" fill="#3a4553"/><rect x="340" y="478" width="280" height="14" rx="7" fill="#28313d"/><rect x="210" y="90" width="130" height="310" fill="#dde5ee"/>
    ${[0, 1, 2, 3].map((row) => `<rect x="226" y="${116 + row * 40}" width="${[90, 70, 84, 60][row]}" height="12" rx="6" fill="#a9b8c8"/>`).join('')}
    ${[0, 1, 2, 3, 4].map((row) => `<rect x="362" y="${112 + row * 56}" width="366" height="42" rx="6" fill="${row === 1 ? '#ffe0d6' : '#fff'}" stroke="${row === 1 ? '#d3553a' : '#d4dde6'}" stroke-width="2"/><circle cx="386" cy="${133 + row * 56}" r="10" fill="${['#6d8fb3', '#d3553a', '#7ea58b', '#b39a6d', '#8d83b5'][row]}"/><rect x="408" y="${122 + row * 56}" width="${[150, 190, 120, 170, 140][row]}" height="9" rx="4" fill="#5a6878"/><rect x="408" y="${138 + row * 56}" width="${[240, 280, 210, 250, 230][row]}" height="7" rx="3" fill="#b4c0cc"/>`).join('')}
    <path d="M690 168 l14 26 h-28 Z" fill="#d3553a"/><rect x="688.5" y="177" width="3" height="9" fill="#fff"/>`,
  orchard: `${sky('a', '#f6d8a8', '#f3b98a', '#d98a78')}<circle cx="720" cy="170" r="64" fill="#fff0cf"/><path d="M0 330 Q240 250 480 320 T960 300 V540 H0 Z" fill="#8d9a5b"/><path d="M0 400 Q280 330 560 400 T960 380 V540 H0 Z" fill="#6f7f48"/>
    ${[90, 290, 500, 700, 880].map((x, at) => `<rect x="${x - 9}" y="${300 + (at % 2) * 30}" width="18" height="110" fill="#6b4a34"/><circle cx="${x}" cy="${270 + (at % 2) * 30}" r="66" fill="#56703f"/><circle cx="${x - 24}" cy="${258 + (at % 2) * 30}" r="11" fill="none" stroke="#d9a441" stroke-width="6" stroke-dasharray="5 3.6"/><circle cx="${x + 26}" cy="${286 + (at % 2) * 30}" r="11" fill="none" stroke="#d9a441" stroke-width="6" stroke-dasharray="5 3.6"/>`).join('')}`,
  pip: `${sky('a', '#dfe9e4', '#b9cfc6')}<ellipse cx="480" cy="486" rx="190" ry="22" fill="#8aa79b"/><rect x="370" y="250" width="220" height="200" rx="34" fill="#c58b3f"/><rect x="392" y="120" width="176" height="130" rx="30" fill="#d9a455"/>
    <circle cx="440" cy="182" r="26" fill="#fffbe8"/><circle cx="520" cy="182" r="26" fill="#fffbe8"/><circle cx="446" cy="186" r="11" fill="#33281a"/><circle cx="526" cy="186" r="11" fill="#33281a"/><path d="M448 226 q32 18 64 0" stroke="#7a5424" stroke-width="7" fill="none" stroke-linecap="round"/>
    <path d="M480 120 V84" stroke="#7a5424" stroke-width="8"/><circle cx="480" cy="76" r="14" fill="#b5412f"/><circle cx="480" cy="346" r="50" fill="none" stroke="#7a5424" stroke-width="16" stroke-dasharray="18 13.4"/><circle cx="480" cy="346" r="30" fill="#f2cf8d"/>
    <path d="M370 300 q-60 20 -66 90 M590 300 q60 20 66 90" stroke="#a8722f" stroke-width="26" fill="none" stroke-linecap="round"/><rect x="404" y="448" width="50" height="36" rx="10" fill="#a8722f"/><rect x="506" y="448" width="50" height="36" rx="10" fill="#a8722f"/><path d="M640 300 h54 m-54 0 m54 -22 v44" stroke="#7a5424" stroke-width="12"/>`,
  'lake-map': `<rect width="960" height="540" fill="#e8d9b5"/><path d="M210 150 q150 -90 330 -40 q190 20 200 170 q-10 160 -220 170 q-260 30 -320 -110 q-50 -110 10 -190 Z" fill="#9dbfc4" stroke="#6d5a3a" stroke-width="5"/><path d="M262 186 q130 -66 270 -28 q150 22 156 122 q-14 110 -170 122 q-210 18 -256 -80 q-36 -80 0 -136 Z" fill="none" stroke="#7fa5ab" stroke-width="4"/>
    <path d="M452 300 v-56 l26 -36 l26 36 v56 Z" fill="#6d5a3a"/><path d="M478 208 v-26 m-10 10 h20" stroke="#6d5a3a" stroke-width="5"/><path d="M110 430 l30 -40 l30 40 Z M152 442 l26 -34 l26 34 Z M780 120 l30 -42 l30 42 Z M820 138 l24 -32 l24 32 Z" fill="#8b9a63" stroke="#6d5a3a" stroke-width="3"/>
    <path d="M140 300 q80 60 170 40 t140 -40" fill="none" stroke="#a33b2a" stroke-width="6" stroke-dasharray="16 12"/><path d="M126 286 l28 28 m0 -28 l-28 28" stroke="#a33b2a" stroke-width="7"/><g transform="translate(852 430)"><circle r="46" fill="none" stroke="#6d5a3a" stroke-width="4"/><path d="M0 -60 L12 0 L0 60 L-12 0 Z" fill="#6d5a3a"/><path d="M-60 0 L0 -9 L60 0 L0 9 Z" fill="#a98f5c"/></g>`,
  ringer: `${sky('a', '#0f2a33', '#0a1c26', '#050d14')}<path d="M380 0 H560 L700 540 H240 Z" fill="#2a6a70" opacity=".3"/><path d="M440 0 H500 L560 540 H380 Z" fill="#66b3a8" opacity=".22"/>
    <path d="M392 250 q0 -96 78 -96 q78 0 78 96 l26 90 H366 Z" fill="#a98747"/><path d="M366 340 H574 V362 H366 Z" fill="#c8a45c"/><circle cx="470" cy="380" r="20" fill="#7d6231"/><path d="M470 154 V0" stroke="#5d6a58" stroke-width="8"/>
    ${scattered(3, 40, (d) => `<circle cx="${(260 + d() * 440).toFixed(0)}" cy="${(d() * 540).toFixed(0)}" r="${(2 + d() * 6).toFixed(1)}" fill="none" stroke="#b9e3da" stroke-width="1.5" opacity=".5"/>`)}
    <path d="M0 540 Q60 420 110 540 M70 540 Q150 380 190 540 M760 540 Q820 400 870 540 M850 540 Q910 430 960 540" fill="#12403f"/>`,
  set: `${sky('a', '#30343d', '#1d2027')}<path d="M250 0 L120 540 H520 Z" fill="#fff1c9" opacity=".16"/><path d="M760 0 L520 540 H900 Z" fill="#fff1c9" opacity=".16"/><rect x="0" y="440" width="960" height="100" fill="#15171c"/>
    <path d="M226 0 h52 l14 40 h-80 Z M736 0 h52 l14 40 h-80 Z" fill="#0c0d11"/><rect x="560" y="230" width="150" height="96" rx="10" fill="#4a505c"/><path d="M560 256 L510 232 V318 L560 296 Z" fill="#383d47"/><circle cx="600" cy="208" r="34" fill="#3c424d"/><circle cx="672" cy="208" r="34" fill="#3c424d"/><path d="M634 326 L580 470 M636 326 V470 M640 326 L694 470" stroke="#383d47" stroke-width="11"/>
    <rect x="226" y="290" width="190" height="126" rx="6" fill="#e9e4d8"/><g transform="rotate(-9 226 290)"><rect x="226" y="254" width="190" height="34" fill="#22252c"/>${[0, 1, 2, 3].map((at) => `<path d="M${236 + at * 48} 254 h24 l-16 34 h-24 Z" fill="#e9e4d8"/>`).join('')}</g><path d="M246 330 h150 M246 360 h150 M320 330 v66" stroke="#22252c" stroke-width="4"/><text x="262" y="398" font-family="sans-serif" font-size="30" fill="#a33b2a" font-weight="bold">7</text>`,
  station: `${sky('a', '#3b3f63', '#7a6a8a', '#e0a58f')}<path d="M0 300 L960 250 V540 H0 Z" fill="#4d4a5f"/><path d="M0 420 L960 330 M0 500 L960 380" stroke="#2e2c3b" stroke-width="9"/>${Array.from({ length: 14 }, (_, at) => `<path d="M${at * 74} ${512 - at * 9} l40 -${92 - at * 3}" stroke="#37344a" stroke-width="8"/>`).join('')}
    <path d="M60 130 H600 L640 160 H40 Z" fill="#2b2940"/><path d="M120 160 V380 M320 160 V352 M520 160 V330" stroke="#2b2940" stroke-width="14"/><rect x="196" y="186" width="92" height="60" rx="6" fill="#f5e6c8"/><circle cx="420" cy="214" r="30" fill="#f5e6c8" stroke="#2b2940" stroke-width="6"/><path d="M420 214 V194 M420 214 L434 222" stroke="#2b2940" stroke-width="5"/>
    <circle cx="830" cy="240" r="46" fill="#ffe2b8" opacity=".9"/><path d="M700 326 v-54 q0 -20 20 -20 q20 0 20 20 v54 Z" fill="#1f1d2e"/><circle cx="720" cy="236" r="17" fill="#1f1d2e"/>`,
  'tea-house': `${sky('a', '#f3dfc4', '#e5bd96')}<rect x="120" y="60" width="300" height="240" fill="#86a9b8"/><path d="M120 250 q70 -22 150 0 t150 0 V300 H120 Z" fill="#4f7f92"/><circle cx="340" cy="128" r="30" fill="#fff2d2"/><path d="M120 60 h300 v240 h-300 Z M270 60 v240 M120 180 h300" fill="none" stroke="#7d5136" stroke-width="14"/>
    <rect x="0" y="400" width="960" height="140" fill="#8b5a3c"/><rect x="0" y="388" width="960" height="20" fill="#a56d49"/><path d="M560 300 q100 -40 200 0 q30 60 -20 92 H580 q-50 -32 -20 -92 Z" fill="#3f6b62"/><path d="M760 316 q60 -10 62 -56 l-22 -4 q-8 28 -48 30 Z" fill="#3f6b62"/><path d="M562 306 q-66 -8 -60 44 q6 34 70 26" fill="none" stroke="#3f6b62" stroke-width="14"/><ellipse cx="660" cy="284" rx="62" ry="15" fill="#4f8074"/><circle cx="660" cy="262" r="12" fill="#4f8074"/>
    ${[210, 350].map((x) => `<path d="M${x} 340 h92 l-12 52 h-68 Z" fill="#f7f1e4"/><path d="M${x + 88} 350 q26 0 20 22 q-4 12 -26 10" fill="none" stroke="#f7f1e4" stroke-width="8"/><path d="M${x + 30} 326 q-12 -18 0 -34 t0 -32 M${x + 58} 326 q-12 -18 0 -34 t0 -32" fill="none" stroke="#fff" stroke-width="5" opacity=".7"/>`).join('')}`,
};

/** Numbers as the published interpreters show them: with so many significant digits, small and large ones with an exponent of two digits or more. */
export function formatNumber(number: number, digits: number): string {
  if (!Number.isFinite(number)) return String(number);
  const [mantissa = '', exponent = '0'] = number.toExponential(digits - 1).split('e');
  const power = Number(exponent);
  if (power >= -5 && power < digits) return trimZeros(number.toFixed(digits - 1 - power));
  return `${trimZeros(mantissa)}E${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

/** Without zeros at the end of the decimals. With this many digits, a number is written as it was read. */
const trimZeros = (decimal: string): string => String(Number(decimal) + 0);

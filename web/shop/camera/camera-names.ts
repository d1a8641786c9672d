/** The names of the cameras in their list. Labels of phones are technical: "camera2 1, facing front". */

interface Names {
  readonly front: string;
  readonly back: string;
  readonly numbered: (number: number) => string;
}

const front = /front|user|facetime|前/i;
const back = /back|rear|environment|后/i;

/** @returns one name for each label, all different. */
export function cameraNames(labels: readonly string[], names: Names): string[] {
  const plain = labels.map((label, index) => {
    if (back.test(label)) return names.back;
    if (front.test(label)) return names.front;
    return label === '' ? names.numbered(index + 1) : label;
  });
  return plain.map((name, index) => {
    const earlier = plain.slice(0, index).filter((other) => other === name).length;
    return earlier === 0 ? name : `${name} ${earlier + 1}`;
  });
}

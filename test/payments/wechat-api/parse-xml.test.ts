/** Tests of the parser for the XML of WeChat's messages. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseXml } from '../../../src/payments/wechat-api/parse-xml.ts';

test('the XML parser refuses document types, attributes, elements without an end, and deeply nested elements', () => {
  assert.deepEqual(parseXml('<xml><A><![CDATA[a<b]]></A><B>1</B><C><D>x&amp;y</D></C></xml>'), {
    A: 'a<b',
    B: '1',
    C: { D: 'x&y' },
  });
  const wrong = [
    '<!DOCTYPE xml [<!ENTITY e "x">]><xml><A>&e;</A></xml>',
    '<?xml version="1.0"?><xml><A>1</A></xml>',
    '<xml a="1"><A>1</A></xml>',
    '<xml><A>1</xml>',
    '<xml><A>1</B></xml>',
    '<xml><A>1</A></xml><xml><A>2</A></xml>',
    `${'<a>'.repeat(12)}${'</a>'.repeat(12)}`,
    '<xml>',
    'text',
    '',
  ];
  for (const xml of wrong) assert.equal(parseXml(xml), undefined, xml);
});

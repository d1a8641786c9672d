import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isChanged, sentSettings, settingsOf } from '../../web/console/pages/problems/picture-settings.ts';

const details = {
  path: 'uploads/x',
  color: 'blue',
  size: 'two_inch',
  correct: 1,
  crop_only: 0,
  cut_strokes: 'none',
};

describe('the settings of a picture that is made again', () => {
  it('are those of the order without its photo', () => {
    const { path: _, ...settings } = details;
    assert.deepEqual(settingsOf({ details }), settings);
    assert.deepEqual(sentSettings(settingsOf({ details })), settings);
  });

  it('have neither background nor correction nor strokes if the photo is only cropped', () => {
    const cropped = { ...settingsOf({ details }), crop_only: 1 };
    assert.deepEqual(sentSettings(cropped), { size: 'two_inch', crop_only: 1 });
    assert.equal(isChanged(sentSettings(cropped), settingsOf({ details })), true);
  });

  it('are unchanged if a setting is switched on and off again', () => {
    assert.equal(isChanged({ size: 'two_inch', crop_only: 0 }, { size: 'two_inch' }), false);
  });
});

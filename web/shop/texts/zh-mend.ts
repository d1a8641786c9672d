/** The texts about mending the cut-out in Chinese. */

import type { enMend } from './en-mend.ts';

export const zhMend: typeof enMend = {
  mendTitle: '修整抠图',
  mendYourself: '您可以自己修整抠图：涂一涂不对的地方就行。',
  mendFirst: '请先修整抠图，或换一张照片。',
  mendHint: '哪里不对就涂哪里。盖着新底色的是去掉的部分。',
  mendFingers: '双指可移动、缩放照片。',
  mendKeys: '也可用键盘：方向键移动画笔，空格键落笔、提笔。',
  mendStage: '您的照片，去掉的部分盖着新底色',
  mendTool: '工具',
  mendTools: { remove: '去掉', keep: '恢复', move: '移动' },
  mendBrush: '画笔大小',
  mendZoom: '缩放',
  mendZoomIn: '放大',
  mendZoomOut: '缩小',
  mendZoomed: (zoom) => `${zoom}×`,
  mendUndo: '撤销',
  mendRedo: '重做',
  mendStartAgain: '重新开始',
  mendChecking: '正在更新抠图…',
  mendGood: '抠图已更新。',
  mendFailed: '抠图没能更新，您涂的都还在。',
  mendFull: '笔画已到上限，最后一笔没有记下。请撤销几笔，或点“完成”。',
  mendDone: '完成',
  mendCancel: '取消',
  mendDiscardTitle: '放弃这些笔画？',
  mendDiscardText: '这次打开后涂的内容会丢失。',
  mendDiscard: '放弃',
  mendKeepPainting: '继续涂',
  mended: '手工修整过抠图',
};

/** The texts of “Something wrong?” in Chinese. */

import type { enProblems } from './en-problems.ts';

export const zhProblems: typeof enProblems = {
  problemTitle: '有问题？',
  problemText: '请把问题告诉店家。店家会人工查看，并在这里答复您：回复说明、重新制作或退款。',
  problemTextOfMembership: '请把问题告诉店家。店家会人工查看，并在这里答复您：回复说明或退款。',
  problemButton: '反馈问题',
  problemQuestion: '哪里有问题？',
  problemReasons: {
    colours: '颜色不对',
    outline: '头发或轮廓抠得不好',
    position: '头太大、太小或不居中',
    quality: '图片模糊或损坏',
    wrong_choice: '我选错了尺寸或底色',
    not_accepted: '受理部门不接受照片',
    not_received: '没有收到所购内容',
    other: '其他问题',
  },
  problemNote: '补充说明（选填）',
  problemArea: '问题在哪里？（选填）',
  problemAreaHint: '点击图片中有问题的位置。',
  problemPlace: (row, column) => `第 ${row} 行第 ${column} 列`,
  problemSend: '提交',
  problemYouWrote: '您反馈的问题',
  problemStates: {
    open: '已提交，等待店家回复。您可以先离开，稍后再来查看。',
    remaking: '店家正在为您免费重新制作。',
  },
  problemAnswers: {
    reply: '店家回复',
    remake: '店家已为您重新制作',
    refund: '店家已为您退款',
  },
  formerPicture: '下载原来的图片',
  problemLimit: '该订单的反馈次数已用完。',
};

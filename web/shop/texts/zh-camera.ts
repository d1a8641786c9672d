/** The texts of the camera in Chinese. */

import type { enCamera } from './en-camera.ts';

export const zhCamera: typeof enCamera = {
  cameraTitle: '拍照',
  cameraReview: '用这张照片吗？',
  cameraTroubles: {
    refused: '相机权限被禁止。请在浏览器设置里允许使用相机，再重试。',
    none: '没有找到相机。请接好相机，或关闭后选择照片。',
    busy: '相机正被其他程序占用。请先关闭那个程序，再重试。',
    lost: '相机已断开。请重新连接，再重试。',
    other: '相机打不开。请重试，或关闭后选择照片。',
  },
  faceHints: {
    noFace: '请把脸放进椭圆框',
    light: '光线太暗，请面向光源',
    closer: '请靠近一点',
    back: '请离远一点',
    middle: '请移到椭圆框中间',
    straight: '请摆正头部，看向镜头',
    ready: '很好，保持不动，可以拍了',
  },
  cameraChoice: '摄像头',
  cameraFront: '前置摄像头',
  cameraBack: '后置摄像头',
  cameraNumbered: (number) => `摄像头 ${number}`,
  cameraTimer: '3 秒倒计时',
  shutter: '拍照',
  cancelTimer: '取消倒计时',
  usePhoto: '使用照片',
  retake: '重拍',
};

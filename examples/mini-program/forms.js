/** 各商品的下单表单：顾客要选择什么。没有表单的商品不会出现在列表里，因为无法下单。 */

const membership = 'mark_order_vip';

const forms = {
  mark_order_zhaopianshangse: { hasColour: false, hasSize: false },
  mark_order_photo_restore: { hasColour: false, hasSize: false },
  mark_order_yiCunZhao: { hasColour: true, hasSize: false },
  mark_order_id_photo: { hasColour: true, hasSize: true },
};

const colours = [
  { value: 'blue', text: '蓝底' },
  { value: 'red', text: '红底' },
  { value: 'white', text: '白底' },
];

/** 服务的证件照尺寸（接口文档里 mark_order_id_photo 的 size）。 */
const sizes = [
  { value: 'one_inch', text: '一寸' },
  { value: 'two_inch', text: '二寸' },
  { value: 'small_one_inch', text: '小一寸' },
  { value: 'small_two_inch', text: '小二寸' },
  { value: 'large_one_inch', text: '大一寸' },
  { value: 'large_two_inch', text: '大二寸' },
  { value: 'five_inch', text: '五寸' },
  { value: 'english_test', text: '英语四六级考试' },
  { value: 'computer_test', text: '计算机等级考试' },
  { value: 'postgraduate', text: '研究生考试' },
  { value: 'social_security', text: '社保卡' },
  { value: 'driving_licence', text: '驾驶证' },
  { value: 'us_visa', text: '美国签证' },
  { value: 'korea_visa', text: '韩国签证' },
  { value: 'japan_visa', text: '日本签证' },
];

const isMembership = (functName) => functName === membership;

/** 小程序能不能下这种商品的单。 */
const canOrder = (functName) => isMembership(functName) || forms[functName] !== undefined;

module.exports = { canOrder, colours, formOf: (functName) => forms[functName], isMembership, sizes };

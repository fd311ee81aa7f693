# gearbox_onnx_proto: the ONNX messages, generated as "import/onnx/onnx.pb.h" against protobuf-lite.
add_library(gearbox_onnx_proto_headers INTERFACE)
target_include_directories(gearbox_onnx_proto_headers SYSTEM INTERFACE ${GEARBOX_GENERATED_DIR} ${Protobuf_INCLUDE_DIRS})
set(proto import/onnx/onnx.proto)
if(EXISTS ${CMAKE_SOURCE_DIR}/src/${proto})
  set(out ${GEARBOX_GENERATED_DIR}/import/onnx/onnx.pb)
  add_custom_command(OUTPUT ${out}.cc ${out}.h
    COMMAND protobuf::protoc --cpp_out=${GEARBOX_GENERATED_DIR} -I${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/src/${proto}
    DEPENDS ${CMAKE_SOURCE_DIR}/src/${proto} VERBATIM)
  add_library(gearbox_onnx_proto STATIC ${out}.cc ${out}.h)
  target_link_libraries(gearbox_onnx_proto PUBLIC gearbox_onnx_proto_headers protobuf::libprotobuf-lite)
else()
  add_library(gearbox_onnx_proto INTERFACE)
  target_link_libraries(gearbox_onnx_proto INTERFACE gearbox_onnx_proto_headers protobuf::libprotobuf-lite)
endif()

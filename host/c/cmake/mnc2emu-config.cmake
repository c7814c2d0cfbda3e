# The targets mnc2emu::mnc2emu (shared, or static where there is no shared library) and mnc2emu::static.
get_filename_component(_mnc2emu_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

find_library(_mnc2emu_static NAMES libmnc2emu.a mnc2emu.lib PATHS "${_mnc2emu_prefix}/lib" NO_DEFAULT_PATH NO_CACHE)
find_library(_mnc2emu_shared NAMES libmnc2emu.so libmnc2emu.dylib mnc2emu.dll.lib PATHS "${_mnc2emu_prefix}/lib"
             NO_DEFAULT_PATH NO_CACHE)

if(_mnc2emu_static AND NOT TARGET mnc2emu::static)
  find_package(Threads REQUIRED)
  add_library(mnc2emu::static STATIC IMPORTED)
  set(_mnc2emu_system Threads::Threads ${CMAKE_DL_LIBS})
  if(WIN32)
    list(APPEND _mnc2emu_system ws2_32 userenv ntdll bcrypt)
  else()
    list(APPEND _mnc2emu_system m)
  endif()
  set_target_properties(mnc2emu::static PROPERTIES
    IMPORTED_LOCATION "${_mnc2emu_static}"
    INTERFACE_INCLUDE_DIRECTORIES "${_mnc2emu_prefix}/include"
    INTERFACE_LINK_LIBRARIES "${_mnc2emu_system}")
endif()

if(NOT TARGET mnc2emu::mnc2emu)
  if(_mnc2emu_shared)
    add_library(mnc2emu::mnc2emu SHARED IMPORTED)
    set_target_properties(mnc2emu::mnc2emu PROPERTIES
      INTERFACE_INCLUDE_DIRECTORIES "${_mnc2emu_prefix}/include"
      IMPORTED_LOCATION "${_mnc2emu_shared}")
    if(WIN32)
      set_target_properties(mnc2emu::mnc2emu PROPERTIES
        IMPORTED_IMPLIB "${_mnc2emu_shared}"
        IMPORTED_LOCATION "${_mnc2emu_prefix}/lib/mnc2emu.dll")
    elseif(APPLE)
      set_target_properties(mnc2emu::mnc2emu PROPERTIES IMPORTED_SONAME "@rpath/libmnc2emu.dylib")
    else()
      set_target_properties(mnc2emu::mnc2emu PROPERTIES IMPORTED_SONAME libmnc2emu.so)
    endif()
  elseif(TARGET mnc2emu::static)
    add_library(mnc2emu::mnc2emu INTERFACE IMPORTED)
    set_target_properties(mnc2emu::mnc2emu PROPERTIES INTERFACE_LINK_LIBRARIES mnc2emu::static)
  else()
    set(mnc2emu_FOUND FALSE)
    set(mnc2emu_NOT_FOUND_MESSAGE "there is no library in ${_mnc2emu_prefix}/lib")
  endif()
endif()
